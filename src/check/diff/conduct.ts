import type { Entry } from '../../trace/entry.ts';
import type { Trial } from '../trial/trial.ts';

/** One call as a client makes it. */
export interface Call {
  /** The operation, or method and path where there is none. */
  readonly what: string;
  /** Virtual milliseconds. */
  readonly at: number;
  readonly request: Extract<Entry, { kind: 'request' }>['request'];
}

/** How a client behaved in a story: what it sent and when, how it ended, what it broke. */
export interface Conduct {
  readonly calls: readonly Call[];
  readonly ended: string;
  readonly broken: readonly string[];
}

export const readConduct = ({ trace, outcome, symptoms, warnings }: Trial): Conduct => ({
  calls: trace.entries.flatMap((entry): readonly Call[] => {
    if (entry.kind !== 'request') return [];
    const { operation, request, at } = entry;
    const path = request.url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*/, '');
    return [{ what: operation === 'unknown' ? `${request.method} ${path}` : operation, at, request }];
  }),
  ended: outcome.ok ? 'succeeds' : `fails: ${withoutIds(outcome.error)}`,
  broken: [...new Set([...symptoms, ...warnings].map(({ key, name }) => (key === name ? key : `${key} ${name}`)))],
});

/** Ids are the service's words, and differ as soon as a client comes at another time. */
export const withoutIds = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');
