import type { ExchangeFault, Outcome, WireAnswer, WireRequest } from '../core/wire.ts';
import { type ExchangeFaultName, exchangeFaultRow, isSetupFault, type SetupFaultName } from '../spec/faults.ts';

/** An answer that a fault happens to, and the request that it is to. */
interface Hit {
  readonly answer: WireAnswer;
  readonly url: string;
  readonly hasBody: boolean;
  readonly by: number;
  readonly pieces: number;
}

/**
 * What a client gets to see of an answer that a fault happens to. Time is not this function's: an answer that is late,
 * or never comes, looks like any other, or like a connection that breaks once the client has hung up.
 */
export const applyFault = (
  answer: WireAnswer,
  { name, by = 0, pieces = 1 }: ExchangeFault,
  { method, url }: Pick<WireRequest, 'method' | 'url'>,
): Outcome => {
  if (isSetupFault(name)) return { broken: name };
  const hasBody = method !== 'HEAD' && (answer.body !== '' || answer.more !== undefined);
  return outcomes[name]({ answer, url, hasBody, by, pieces });
};

const redirect =
  (name: ExchangeFaultName) =>
  ({ url }: Hit): Outcome => ({ status: exchangeFaultRow(name).status ?? 307, headers: { location: url }, body: '' });

/** What stands where an answer should, as gateways and captive portals send it. */
const page = '<!DOCTYPE html>\n<html><body><h1>Please wait</h1></body></html>\n';

const replaceBody = ({ status, headers }: WireAnswer, body: string): WireAnswer => ({ status, headers, body });

const outcomes: Readonly<Record<Exclude<ExchangeFaultName, SetupFaultName>, (hit: Hit) => Outcome>> = {
  stale: () => ({ broken: 'stale' }),
  reset: () => ({ broken: 'reset' }),
  closed: () => ({ broken: 'closed' }),
  silence: () => ({ broken: 'reset' }),
  late: ({ answer }) => answer,
  doubledRequest: ({ answer }) => answer,
  movedPermanently: redirect('movedPermanently'),
  found: redirect('found'),
  temporaryRedirect: redirect('temporaryRedirect'),
  permanentRedirect: redirect('permanentRedirect'),
  connectionClose: ({ answer }) => ({ ...answer, headers: { ...answer.headers, connection: 'close' } }),
  slowHeaders: ({ answer, by, pieces }) => ({ ...answer, manner: { kind: 'slowHeaders', by, pieces } }),
  drip: ({ answer, hasBody, by, pieces }) => (hasBody ? { ...answer, manner: { kind: 'drip', by, pieces } } : answer),
  resetInBody: ({ answer, hasBody }) =>
    hasBody ? { ...answer, manner: { kind: 'resetInBody' } } : { broken: 'reset' },
  truncated: ({ answer, hasBody }) => (hasBody ? { ...answer, manner: { kind: 'truncated' } } : { broken: 'closed' }),
  malformedJson: ({ answer }) => replaceBody(answer, answer.body.slice(0, Math.floor(answer.body.length / 2))),
  emptyBody: ({ answer }) => replaceBody(answer, ''),
  wrongContentType: ({ answer }) => ({
    ...replaceBody(answer, page),
    headers: { ...answer.headers, 'content-type': 'text/html' },
  }),
};
