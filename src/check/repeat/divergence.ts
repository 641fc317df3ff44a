import { showDuration } from '../../spec/time.ts';
import type { Entry } from '../../trace/entry.ts';
import { describeKeptState } from '../../trace/kept-state.ts';
import type { Trial } from '../trial/trial.ts';

/** Where two runs of one scenario part: what the client did in the first, and in the second. */
export interface Divergence {
  readonly first: string;
  readonly second: string;
  /** Why, where one of them shows it: what the client brought along from another run. */
  readonly because?: string;
}

/**
 * The first thing that a client did otherwise in another run of the same scenario; undefined where it did the same. What
 * the service makes up for each simulation (ids, tokens, links) is not compared, nor are headers.
 */
export const findDivergence = (one: Pick<Trial, 'trace'>, other: Pick<Trial, 'trace'>): Divergence | undefined => {
  const [first, second] = [doneBy(one.trace.entries), doneBy(other.trace.entries)];
  const length = Math.max(first.length, second.length);
  const nothing = { key: '', text: 'nothing more' };
  for (let index = 0; index < length; index += 1) {
    const [was, is] = [first[index] ?? nothing, second[index] ?? nothing];
    if (was.key === is.key) continue;
    const because = describeKeptState(other.trace.entries) ?? describeKeptState(one.trace.entries);
    return { first: was.text, second: is.text, ...(because !== undefined && { because }) };
  }
  return undefined;
};

/** `key` is what is compared, `text` is what is told of it. */
interface Deed {
  readonly key: string;
  readonly text: string;
}

/** What is the client's own in a trace, in the order in which it happened. */
const doneBy = (entries: readonly Entry[]): readonly Deed[] =>
  entries.flatMap((entry): readonly Deed[] => {
    const at = showDuration(entry.at);
    switch (entry.kind) {
      case 'request': {
        const { operation, region, exchange, request } = entry;
        const where = region === undefined ? '' : ` (${region})`;
        const name = operation === 'unknown' ? 'a request to nowhere' : operation;
        const shape = `${request.method} ${withoutIds(request.url)} ${withoutIds(request.body)}`;
        return [{ key: `${at} ${shape}`, text: `at ${at}, #${exchange} ${name}${where}: ${shape.trim()}` }];
      }
      case 'hungUp':
        return [{ key: `${at} hung up`, text: `at ${at}, #${entry.exchange} was hung up` }];
      case 'delivered':
        return [{ key: `${at} ${entry.status}`, text: `at ${at}, a notification was answered ${entry.status}` }];
      case 'ended':
        return [{ key: `${at} ${entry.outcome}`, text: `at ${at}, ${describeEnd(entry)}` }];
      default:
        return [];
    }
  });

const describeEnd = ({ outcome, error }: Extract<Entry, { kind: 'ended' }>): string =>
  outcome === 'fulfilled' ? 'it finished' : `it failed: ${error ?? ''}`;

/** Ids, tokens, signatures: long, or with digits and letters mixed; and instants. */
const withoutIds = (text: string): string =>
  text
    .replace(/https?:\/\/[^/]+/, '')
    .replace(/<[^>]+>|%3C[^&]+?%3E/g, '…')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32,}/gi, '…')
    .replace(/(?<=[?&](?:nextPageToken|issued|signature)=)[^&]*/g, '…');
