import { useState } from 'preact/hooks';
import { shortTime } from '../../picture/ruler.ts';
import { ask } from './api.ts';
import { ProblemBox } from './problem-box.tsx';
import { useAct } from './use-act.ts';

interface Saved {
  readonly name: string;
  /** It has the secrets of the simulation in it: it is kept, and never shown. */
  readonly snapshot: unknown;
}

interface SavedWorldsProps {
  readonly world: number;
  readonly elapsed: number;
  readonly onChange: () => void;
}

/** Worlds to go back to, and the beginning. They are kept as long as the panel is open. */
export const SavedWorlds = ({ world, elapsed, onChange }: SavedWorldsProps) => {
  const [saved, setSaved] = useState<readonly Saved[]>([]);
  const { isBusy, problem, act } = useAct();
  const save = () =>
    act(async () => {
      const snapshot = await ask<unknown>('snapshot');
      setSaved([...saved, { name: `world ${world} after ${shortTime(Math.floor(elapsed))}`, snapshot }]);
    });
  const change = async (path: string, method: 'POST' | 'PUT', body?: unknown): Promise<void> => {
    await act(() => ask(path, { method, body }));
    onChange();
  };
  return (
    <section class="saved" aria-labelledby="saved-title">
      <h3 id="saved-title">Go back</h3>
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={() => void change('reset', 'POST')}>
          Restart
        </button>
        <button type="button" disabled={isBusy} onClick={() => void save()}>
          Save the world
        </button>
      </div>
      <ul>
        {saved.map(({ name, snapshot }) => (
          <li>
            {name}{' '}
            <button type="button" disabled={isBusy} onClick={() => void change('snapshot', 'PUT', snapshot)}>
              Go back to it
            </button>
          </li>
        ))}
      </ul>
      <ProblemBox problem={problem} />
    </section>
  );
};
