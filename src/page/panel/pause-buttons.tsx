import type { Pause } from './answers.ts';
import { ask } from './api.ts';
import { ProblemBox } from './problem-box.tsx';
import { useAct } from './use-act.ts';

/** Real milliseconds that a move of time takes, and what that is called. */
const paces = [
  [0, 'At once'],
  [100, 'Brisk'],
  [500, 'Readable'],
  [2000, 'Slow'],
] as const;

interface PauseButtonsProps {
  readonly pause: Pause;
  readonly onChange: () => void;
}

/** Lets the time of a run go on, stand, or make one move. */
export const PauseButtons = ({ pause: { isPaused, pace }, onChange }: PauseButtonsProps) => {
  const { isBusy, problem, act } = useAct();
  const send = async (path: string, body: unknown): Promise<void> => {
    await act(() => ask(path, { method: 'POST', body }));
    onChange();
  };
  const slowest = paces.findLast(([length]) => length <= pace) ?? paces[0];
  return (
    <>
      <div class="segments" role="group" aria-label="Run">
        <button
          type="button"
          class="primary"
          disabled={isBusy}
          onClick={() => void send('time/pause', { isPaused: !isPaused })}
        >
          {isPaused ? 'Continue' : 'Pause'}
        </button>
        <button
          type="button"
          disabled={isBusy || !isPaused}
          title="Time makes one move: to what is due next, of the client or of the service"
          onClick={() => void send('time/step', {})}
        >
          Step
        </button>
      </div>
      <label class="pace">
        <span class="unseen">Pace</span>
        <select
          value={String(slowest[0])}
          onChange={(event) => void send('time/pause', { isPaused, pace: Number(event.currentTarget.value) })}
        >
          {paces.map(([length, name]) => (
            <option value={String(length)}>{name}</option>
          ))}
        </select>
      </label>
      <ProblemBox problem={problem} />
    </>
  );
};
