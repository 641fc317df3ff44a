import { showDuration } from '../spec/time.ts';
import type { Scene } from './scene.ts';

/** The client from its beginning to its end, and when it slept. */
export const drawClient = ({ entries, end, lanes }: Scene): void => {
  const last = entries.findIndex((entry) => entry.kind === 'ended');
  const ended = entries[last];
  for (const [entry, one] of entries.entries()) {
    if (one.kind === 'began') {
      const to = ended?.at ?? end;
      const tells = `begins at ${one.epoch}, seed ${one.seed}`;
      const bar = { from: one.at, to, label: 'runs', tells, tone: 'plain', entry } as const;
      lanes.put('client', 'run', 'client', { ...bar, ...(ended && { last }) });
    } else if (one.kind === 'ended') {
      const isDone = one.outcome === 'fulfilled';
      const tells = isDone ? 'the client is done' : `the client fails: ${one.error ?? ''}`;
      const label = isDone ? 'done' : 'fails';
      lanes.put('client', 'run', 'client', {
        from: one.at,
        to: one.at,
        label,
        tells,
        tone: isDone ? 'fine' : 'failed',
        entry,
      });
    } else if (one.kind === 'slept') {
      const length = showDuration(one.duration);
      const tells = `${length} pass while the client sleeps`;
      lanes.put('client', 'sleeps', 'sleeps', {
        from: one.at - one.duration,
        to: one.at,
        label: length,
        tells,
        tone: 'plain',
        entry,
      });
    }
  }
};
