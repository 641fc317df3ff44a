import type { PageRun } from '../../page/data.ts';
import type { Entry } from '../../trace/entry.ts';

/** How much of its runs a page holds, in characters: what is more makes it slow to open, and too large to pass on. */
interface Room {
  /** Of all runs together, and of each of them. */
  readonly all: number;
  readonly run: number;
  /** Of a body. */
  readonly body: number;
}

const usualRoom: Room = { all: 24_000_000, run: 8_000_000, body: 20_000 };

/**
 * The same runs, cut to the room that there is: bodies at their length, and of runs their last entries, which are counted in
 * `left`. Those that are broken are served first.
 */
export const keepSmall = (runs: readonly PageRun[], room: Room = usualRoom): readonly PageRun[] => {
  let free = room.all;
  const cut = new Map<PageRun, PageRun>();
  for (const run of [...runs].sort((one, other) => rank(one) - rank(other))) {
    const entries: Entry[] = [];
    let size = 0;
    for (const entry of run.entries) {
      const kept = cutBody(entry, room.body);
      const length = JSON.stringify(kept).length;
      if (size + length > Math.min(free, room.run)) break;
      size += length;
      entries.push(kept);
    }
    free -= size;
    const left = run.entries.length - entries.length;
    cut.set(run, { ...run, entries, ...(left > 0 && { left }) });
  }
  return runs.map((run) => cut.get(run) ?? run);
};

const rank = ({ verdict }: PageRun): number => (verdict === 'broken' ? 0 : 1);

const cutBody = (entry: Entry, most: number): Entry => {
  if (entry.kind === 'request' && entry.request.body.length > most) {
    return { ...entry, request: { ...entry.request, body: cutText(entry.request.body, most) } };
  }
  if (entry.kind === 'answer' && entry.answer.body.length > most) {
    return { ...entry, answer: { ...entry.answer, body: cutText(entry.answer.body, most) } };
  }
  return entry;
};

const cutText = (text: string, most: number): string =>
  `${text.slice(0, most)}\n… ${text.length - most} more characters are not in this page`;
