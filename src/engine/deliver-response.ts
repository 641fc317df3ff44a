import type { ExchangeFault, Gone, Outcome, Overlooks, Waits, WireAnswer, WireRequest } from '../core/wire.ts';
import { type ConnectionFaultName, exchangeFaultRow, isCertificateFault } from '../spec/faults.ts';
import { applyFault } from './apply-fault.ts';

/** An answer that sets out to its client. */
export interface Parcel {
  readonly exchange: number;
  readonly request: WireRequest;
  readonly answer: WireAnswer;
  readonly fault: ExchangeFault | undefined;
  /** Writes down that it has set out. */
  setOut(): void;
  /** Is told how long the client waits for it. */
  readonly waits: Waits;
  /** Whether the decision has set off anything that goes on beside it. */
  readonly setsOff: boolean;
}

/** What the way to the client is made of. */
export interface Way {
  /** Milliseconds from the service's answer to its arrival. */
  readonly latency: (exchange: number) => number;
  /** Settles when that many virtual milliseconds have passed. */
  readonly pass: (length: number) => Promise<void>;
  /** Settles when the client does not wait any more. */
  readonly untilGone: (gone: Gone) => Promise<void>;
  /** Settles at this instant, when nothing more can happen without an answer. */
  readonly quiet: () => Promise<void>;
  readonly record: (
    entry:
      | { readonly kind: 'fault'; readonly exchange: number; readonly fault: ExchangeFault }
      | { readonly kind: 'arrived'; readonly exchange: number },
  ) => void;
  /** The exchange is over for the service: its answer has arrived, or nobody waits for it. */
  readonly end: (exchange: number) => void;
}

/** Whether nothing becomes of an answer on its way: it sets out, and is there. */
export const isPlain = (way: Way, { exchange, fault }: Parcel): boolean =>
  fault === undefined && way.latency(exchange) === 0;

/**
 * The answer's way to the client: a moment of its own, in which it can be late, get lost or be spoiled. One that arrives at the
 * instant at which it is given sets out when all that is sent at that instant is under way, too.
 */
export const deliverResponse = async (way: Way, parcel: Parcel, gone: Gone): Promise<Outcome> => {
  const { exchange, request, answer, fault, waits } = parcel;
  const outcome = fault === undefined ? answer : applyFault(answer, fault, request);
  const sees = fault && exchangeFaultRow(fault.name).sees;
  const late = sees === 'late' ? (fault?.by ?? 0) : 0;
  const length = 'broken' in outcome ? 0 : way.latency(exchange) + late;
  if (length === 0) await way.quiet();
  parcel.setOut();
  if (fault !== undefined && sees !== 'late') way.record({ kind: 'fault', exchange, fault });
  if (sees === 'nothing') {
    waits(Number.POSITIVE_INFINITY);
    await way.untilGone(gone);
  }
  if (length > 0) {
    waits(length);
    await way.pass(length);
    if (!gone.aborted) way.record({ kind: 'arrived', exchange });
  }
  way.end(exchange);
  return outcome;
};

/** A request that does not get to the service: nothing has happened but that time went by. */
export const failRequest = async (
  way: Way,
  exchange: number,
  fault: ExchangeFault<ConnectionFaultName>,
  request: WireRequest,
): Promise<Outcome> => {
  if (fault.by === undefined) await way.quiet();
  way.record({ kind: 'fault', exchange, fault });
  if (fault.by !== undefined) await way.pass(fault.by);
  const outcome = applyFault(nothing, fault, request);
  const length = 'broken' in outcome ? 0 : way.latency(exchange);
  if (length > 0) await way.pass(length);
  way.end(exchange);
  return outcome;
};

const nothing: WireAnswer = { status: 0, headers: {}, body: '' };

/** Whether the client goes on in spite of a fault, as only it can know: which certificates it takes. */
export const overlook = (
  way: Way,
  exchange: number,
  fault: ExchangeFault<ConnectionFaultName>,
  overlooks: Overlooks = () => false,
): boolean => {
  if (!isCertificateFault(fault.name) || !overlooks(fault.name)) return false;
  way.record({ kind: 'fault', exchange, fault });
  return true;
};
