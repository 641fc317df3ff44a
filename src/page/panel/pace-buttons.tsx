import type { Pace } from './answers.ts';
import { ask } from './api.ts';
import { ProblemBox } from './problem-box.tsx';
import { Select } from './select.tsx';
import { useAct } from './use-act.ts';

/** Real milliseconds that a move of time takes, and what that is called. */
const paces = [
  [0, 'At once'],
  [100, 'Brisk'],
  [500, 'Readable'],
  [2000, 'Slow'],
] as const;

interface PaceButtonsProps {
  readonly pace: Pace;
  readonly onChange: () => void;
}

/** Lets the time of a run go on, stand, or make one step. */
export const PaceButtons = ({ pace: { isPaused, isOver, length }, onChange }: PaceButtonsProps) => {
  const { isBusy, problem, act } = useAct();
  const send = async (path: string, body: unknown): Promise<void> => {
    await act(() => ask(path, { method: 'POST', body }));
    onChange();
  };
  const slowest = paces.findLast(([one]) => one <= length) ?? paces[0];
  const goesOn = isPaused || isOver;
  const canStep = isPaused && !isOver && !isBusy;
  return (
    <>
      <div class="segments" role="group" aria-label="Run">
        <button
          type="button"
          class="primary"
          disabled={isBusy}
          onClick={() => void send('time/pause', { isPaused: !goesOn })}
        >
          {isOver ? 'Go on' : isPaused ? 'Continue' : 'Pause'}
        </button>
        <button
          type="button"
          disabled={!canStep}
          title="Until something has happened, of the client or of the service"
          onClick={() => void send('time/step', { until: 'move' })}
        >
          Step
        </button>
        <button
          type="button"
          disabled={!canStep}
          title="Until a step of the scenario hits"
          onClick={() => void send('time/step', { until: 'trigger' })}
        >
          To the next act
        </button>
      </div>
      <Select
        label="Pace"
        value={String(slowest[0])}
        names={paces.map(([one, name]) => [String(one), name])}
        onChoose={(one) => void send('time/pause', { isPaused: goesOn, length: Number(one) })}
      />
      <ProblemBox problem={problem} />
    </>
  );
};
