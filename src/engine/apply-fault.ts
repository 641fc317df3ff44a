import type { Break, ExchangeFault, NotificationFault, Outcome, WireAnswer, WireRequest } from '../core/wire.ts';
import { type ExchangeFaultName, exchangeFaultRow, isBreakingFault } from '../spec/faults.ts';

type Asked = Pick<WireRequest, 'method' | 'url'>;

type Show = (answer: WireAnswer, fault: Required<ExchangeFault>, request: Asked) => Outcome;

/**
 * What a client gets to see of an answer that a fault hits. Time is not this function's: an answer that is late, or never comes,
 * looks like any other, or like a connection that breaks once the client has hung up.
 */
export const applyFault = (answer: WireAnswer, { name, by = 0, pieces = 1 }: ExchangeFault, request: Asked): Outcome =>
  isBreakingFault(name) ? { broken: name } : shows[name](answer, { name, by, pieces }, request);

const whole: Show = (answer) => answer;

const redirect: Show = (_answer, { name }, { url }) => ({
  status: exchangeFaultRow(name).status ?? 307,
  headers: { location: url },
  body: '',
});

const hasBody = ({ body, more }: WireAnswer, { method }: Asked): boolean =>
  method !== 'HEAD' && (body !== '' || more !== undefined);

const replaceBody = ({ status, headers }: WireAnswer, body: string): WireAnswer => ({ status, headers, body });

/** What stands where an answer should, as gateways and captive portals send it. */
const page = '<!DOCTYPE html>\n<html><body><h1>Please wait</h1></body></html>\n';

/** Where there is no body, there is no half of it. */
const shows: Readonly<Record<Exclude<ExchangeFaultName, Break>, Show>> = {
  movedPermanently: redirect,
  found: redirect,
  temporaryRedirect: redirect,
  permanentRedirect: redirect,
  silence: () => ({ broken: 'reset' }),
  late: whole,
  doubledRequest: whole,
  connectionClose: (answer) => ({ ...answer, headers: { ...answer.headers, connection: 'close' } }),
  slowHeaders: (answer, { by, pieces }) => ({ ...answer, manner: { kind: 'slowHeaders', by, pieces } }),
  resetInBody: (answer, _fault, request) =>
    hasBody(answer, request) ? { ...answer, manner: { kind: 'resetInBody' } } : { broken: 'reset' },
  truncated: (answer, _fault, request) =>
    hasBody(answer, request) ? { ...answer, manner: { kind: 'truncated' } } : { broken: 'closed' },
  drip: (answer, { by, pieces }, request) =>
    hasBody(answer, request) ? { ...answer, manner: { kind: 'drip', by, pieces } } : answer,
  malformedJson: (answer) => replaceBody(answer, answer.body.slice(0, Math.floor(answer.body.length / 2))),
  wrongContentType: (answer) => ({
    ...replaceBody(answer, page),
    headers: { ...answer.headers, 'content-type': 'text/html' },
  }),
  emptyBody: (answer) => replaceBody(answer, ''),
};

/** How a notification gets to the application; lengths are milliseconds. */
interface Arrivals {
  /** It gets to nobody. */
  readonly isLost: boolean;
  readonly late: number;
  /** All together are so many, and each arrives `by` after the one before. */
  readonly copies: number;
  readonly by: number;
}

const once: Arrivals = { isLost: false, late: 0, copies: 1, by: 0 };

export const applyNotificationFault = (fault: NotificationFault | undefined): Arrivals => {
  switch (fault?.name) {
    case undefined:
      return once;
    case 'lost':
      return { ...once, isLost: true };
    case 'late':
      return { ...once, late: fault.by };
    case 'repeated':
      return { ...once, copies: fault.copies, by: fault.by };
    default:
      return fault satisfies never;
  }
};
