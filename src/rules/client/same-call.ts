import type { Exchange, History } from '../history.ts';
import { groupBy, join, readOnce } from '../history/selectors.ts';
import { type PortabilityCall, portabilityCalls } from './calls.ts';
import { readOwners } from './tokens.ts';

/*
 * What it takes for two calls to be the same. What accuses goes by the narrow readings, those of one run of the client: what one run
 * came to know, the next need not. What excuses goes by the wide ones, wherever the trace does not tell. A rule about one thing alone
 * goes by that: a header (C5), a link (C13), a page token (C12), the purpose of a token (C22), a mail (C23).
 */

/** What decides about a call of interface C, in any region: what it asks for, and the token. The body does not. */
export const byToken = ({ subject, credentials }: PortabilityCall): string => join(subject.key, credentials);

/** A call word for word, but for the region, which makes no difference. */
export const asSent = ({ request, credentials, subject }: Exchange): string =>
  join(subject?.key ?? join(request.method, request.url), credentials, request.body);

/** Attempts of each call: of one caller, with whatever token, in any region. */
export const readAttempts = readOnce((history): readonly (readonly PortabilityCall[])[] => {
  const { callerOf } = readOwners(history);
  const chains = groupBy(portabilityCalls(history), ({ credentials, subject, run }) =>
    join(callerOf(credentials), subject.key, String(run)),
  );
  return [...chains.values()];
});

/** Whether two calls may be about the same data: of one customer, in one scope. */
export const mayBeSameData = (history: History, one: PortabilityCall, other: PortabilityCall): boolean =>
  one.subject.scope === other.subject.scope && readOwners(history).maybeSame(one.credentials, other.credentials);

/** The same call once more, another of the same work (another page of the query, or a page of another size), or a new query. */
type Way = 'same' | 'work' | 'anew';

/** Whether any call may have been made in place of another, in one of the ways that count. */
export const wasMadeUpFor = (
  history: History,
  call: PortabilityCall,
  counts: (other: PortabilityCall, way: Way) => boolean,
): boolean =>
  portabilityCalls(history).some((other) => {
    const way = wayOf(call, other);
    return way !== undefined && mayBeSameData(history, other, call) && counts(other, way);
  });

const wayOf = (call: PortabilityCall, other: PortabilityCall): Way | undefined => {
  if (other.number === call.number) return undefined;
  if (other.subject.key === call.subject.key) return 'same';
  if (other.subject.query === undefined) return 'anew';
  return other.subject.query === call.subject.query ? 'work' : undefined;
};
