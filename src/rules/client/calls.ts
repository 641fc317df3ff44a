import { isSetupFault, isConnectionFault } from '../../spec/faults.ts';
import type { Answer, Exchange, Story } from '../history.ts';
import { collect } from '../history/collect.ts';

/** An exchange as the client lived through it: what it sent when, and what it got to see of the answer. */
export interface Call {
  readonly number: number;
  /** When it was sent, and its place among all entries of the trace. */
  readonly at: number;
  readonly place: number;
  readonly operation: Exchange['operation'];
  readonly exchange: Exchange;
  readonly request: Exchange['request'];
  /** The Authorization header, word for word; the empty text when there is none. */
  readonly credentials: string;
  /** What the client got to see, if it did for certain. */
  readonly heard: Heard | undefined;
  /** Since when it is no longer under way, where the trace tells. */
  readonly over: number | undefined;
  /** The place in the trace at which it was over, or nearly so. */
  readonly overPlace: number;
}

export interface Heard {
  readonly at: number;
  readonly place: number;
  readonly status: number;
  readonly answer: Answer;
  /** Whether the body was as the service had sent it. The status can be relied on in any case. */
  readonly isWhole: boolean;
}

/** Where in the trace an exchange went on. */
interface Places {
  readonly asked: number;
  answered?: number;
  fault?: number;
  arrived?: number;
  /** Its last entry, or where the client hung up. */
  last: number;
  hungUp?: number;
}

export const readCalls = ({ entries, exchange: find }: Story): readonly Call[] => {
  const places = new Map<number, Places>();
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === 'request') places.set(entry.exchange, { asked: place, last: place });
    else if ('exchange' in entry) {
      const known = places.get(entry.exchange);
      if (known === undefined) continue;
      if (entry.kind === 'answer') known.answered ??= place;
      else if (entry.kind === 'fault') known.fault = entry.at;
      else if (entry.kind === 'arrived') known.arrived = place;
      else if (entry.kind === 'hungUp') known.hungUp = place;
      known.last = known.hungUp ?? place;
    }
  }
  return collect([...places], ([number, where]) => {
    const exchange = find(number);
    return exchange === undefined ? [] : [toCall(exchange, where)];
  });
};

const toCall = (exchange: Exchange, where: Places): Call => {
  const { number, at, operation, request, hungUpAt, answer } = exchange;
  const heard = whatWasHeard(exchange, where);
  const over = heard?.at ?? hungUpAt ?? (where.fault === undefined ? answer?.at : endOf(exchange, where.fault));
  return {
    number,
    at,
    place: where.asked,
    operation,
    exchange,
    request,
    credentials: request.headers['authorization'] ?? '',
    heard,
    over,
    overPlace: where.last,
  };
};

/** When a fault was over; nothing but the client ends a silence. */
const endOf = ({ fault }: Exchange, at: number): number | undefined =>
  fault?.name === 'silence' ? undefined : at + (fault?.by ?? 0) * (fault?.pieces ?? 1);

const whatWasHeard = (exchange: Exchange, where: Places): Heard | undefined => {
  const { answer, fault, hungUpAt, receivedAt } = exchange;
  const place = where.arrived ?? where.answered;
  if (answer === undefined || hungUpAt !== undefined || receivedAt === undefined || place === undefined)
    return undefined;
  const fate = fault === undefined ? 'whole' : fates(fault.name);
  if (fate === 'unsure') return undefined;
  return { at: receivedAt, place, status: answer.status, answer, isWhole: fate === 'whole' };
};

/**
 * Of an exchange that was answered. What breaks off, or comes piece by piece, may have been waited for or not; nothing is
 * founded on it. What keeps others from a connection has not kept this client.
 */
const fates = (name: NonNullable<Exchange['fault']>['name']): 'whole' | 'spoiled' | 'unsure' => {
  if (isSetupFault(name)) return 'whole';
  switch (name) {
    case 'malformedJson':
    case 'wrongContentType':
    case 'emptyBody':
      return 'spoiled';
    case 'late':
    case 'doubledRequest':
    case 'connectionClose':
      return 'whole';
    default:
      return 'unsure';
  }
};

/** Whether the request never got to the service. A bad certificate may have been overlooked. */
export const isLostEarly = ({ exchange: { fault, answer } }: Call): boolean =>
  fault !== undefined && answer === undefined && isConnectionFault(fault.name);

/** Whether there was no connection to the service, as the client can tell. A bad certificate may have been overlooked. */
export const isUnreached = ({ exchange: { fault, answer } }: Call): boolean =>
  fault !== undefined && answer === undefined && isSetupFault(fault.name);

/** Whether the answer came piece by piece: whether the client waited for all of it, the trace does not tell. */
export const cameInPieces = ({ exchange: { fault, hungUpAt } }: Call): boolean =>
  hungUpAt === undefined && (fault?.name === 'drip' || fault?.name === 'slowHeaders');
