import type { Entry } from '../../trace/entry.ts';
import type { Trial } from '../trial/trial.ts';

/** What a client did about what it met, in coarse words: `createDataQuery: tooManyRequests, then createDataQuery within 10s`. */
const findReactions = ({ raw: entries }: Pick<Trial, 'raw'>): ReadonlySet<string> => {
  const operations = new Map<number, string>();
  const reactions = new Set<string>();
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === 'request') operations.set(entry.exchange, entry.operation);
    const met = describe(entry, operations);
    if (met !== undefined) reactions.add(`${met}, then ${describeNext(entry.at, entries.slice(place + 1))}`);
  }
  return reactions;
};

/** What is out of the ordinary about an entry. */
const describe = (entry: Entry, operations: ReadonlyMap<number, string>): string | undefined => {
  switch (entry.kind) {
    case 'answer':
      return entry.answer.status < 300
        ? undefined
        : `${operations.get(entry.exchange)}: ${entry.row ?? entry.answer.status}`;
    case 'fault':
      return `${operations.get(entry.exchange)}: ${entry.fault.name}`;
    case 'notificationFault':
      return `notification: ${entry.fault.name}`;
    case 'notification':
      return entry.status === 'CANCELED' ? 'CANCELED' : undefined;
    case 'action':
      return 'times' in entry.action ? undefined : entry.action.do;
    case 'slept':
      return 'elapse';
    default:
      return undefined;
  }
};

const describeNext = (at: number, entries: readonly Entry[]): string => {
  const next = entries.find(({ kind }) => kind === 'request' || kind === 'ended');
  if (next?.kind === 'request') return `${next.operation} ${describeWait(next.at - at)}`;
  return next?.kind === 'ended' ? `${next.outcome} ${describeWait(next.at - at)}` : 'nothing';
};

const waits = [
  [0, 'at once'],
  [1000, 'within 1s'],
  [10_000, 'within 10s'],
  [5 * 60_000, 'within 5m'],
  [3_600_000, 'within 1h'],
] as const;

const describeWait = (milliseconds: number): string => waits.find(([most]) => milliseconds <= most)?.[1] ?? 'later';

/** The trial with the most reactions that none of the others has; the first of several. */
export const newestOf = (trials: readonly Trial[]): Trial | undefined => {
  const all = trials.map(findReactions);
  const news = all.map(
    (own) => [...own].filter((one) => all.every((other) => other === own || !other.has(one))).length,
  );
  return trials[news.indexOf(Math.max(...news))];
};
