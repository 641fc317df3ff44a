import type { ExchangeFault } from '../core/reply.ts';
import type { Outcome, WireAnswer, WireRequest } from '../core/wire.ts';
import { exchangeFaultRow, isSetupFault } from '../spec/faults.ts';

/**
 * What a client gets to see of an answer that a fault befalls. Time is not this function's: an answer that is late,
 * or never comes, looks like any other, or like a connection that breaks once the client has hung up.
 */
export const applyFault = (
  answer: WireAnswer,
  { name, by = 0, pieces = 1 }: ExchangeFault,
  request: Pick<WireRequest, 'method' | 'url'>,
): Outcome => {
  const hasBody = request.method !== 'HEAD' && (answer.body !== '' || answer.more !== undefined);
  if (isSetupFault(name)) return { broken: name };
  switch (name) {
    case 'stale':
    case 'reset':
    case 'closed':
      return { broken: name };
    case 'silence':
      return { broken: 'reset' };
    case 'late':
    case 'doubledRequest':
      return answer;
    case 'movedPermanently':
    case 'found':
    case 'temporaryRedirect':
    case 'permanentRedirect':
      return { status: exchangeFaultRow(name).status ?? 307, headers: { location: request.url }, body: '' };
    case 'connectionClose':
      return { ...answer, headers: { ...answer.headers, connection: 'close' } };
    case 'slowHeaders':
      return { ...answer, manner: { kind: name, by, pieces } };
    case 'drip':
      return hasBody ? { ...answer, manner: { kind: name, by, pieces } } : answer;
    case 'resetInBody':
      return hasBody ? { ...answer, manner: { kind: name } } : { broken: 'reset' };
    case 'truncated':
      return hasBody ? { ...answer, manner: { kind: name } } : { broken: 'closed' };
    case 'malformedJson':
      return replaceBody(answer, answer.body.slice(0, Math.floor(answer.body.length / 2)));
    case 'emptyBody':
      return replaceBody(answer, '');
    case 'wrongContentType':
      return { ...replaceBody(answer, page), headers: { ...answer.headers, 'content-type': 'text/html' } };
    default:
      return name satisfies never;
  }
};

/** What stands where an answer should, as gateways and captive portals send it. */
const page = '<!DOCTYPE html>\n<html><body><h1>Please wait</h1></body></html>\n';

const replaceBody = ({ status, headers }: WireAnswer, body: string): WireAnswer => ({ status, headers, body });
