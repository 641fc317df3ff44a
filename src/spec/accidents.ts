import { namesOf } from './names-of.ts';
import type { Duration } from './time.ts';

/**
 * When an accident happens: before there is a connection, so that nothing reaches the service; once the service has acted
 * and before its answer has begun to arrive; or while it arrives.
 */
export type AccidentPhase = 'connect' | 'answer' | 'body';

export interface AccidentRow {
  /** What happens, as a sentence. */
  readonly what: string;
  readonly phase: AccidentPhase;
  /** How long it takes, or for what comes in pieces how long each of them, unless told otherwise. */
  readonly by?: Duration;
  /** In how many pieces it comes, unless told otherwise. */
  readonly pieces?: number;
}

/** What can happen to an exchange on the network. */
export const accidents = {
  refused: { phase: 'connect', what: 'Nobody listens: the connection is refused.' },
  unresolved: { phase: 'connect', what: 'The name of the host is not found.' },
  timeout: { phase: 'connect', what: 'Nobody takes the connection, and the attempt to connect times out.', by: '127s' },
  reset: { phase: 'answer', what: 'The connection is reset before the answer.' },
  closed: { phase: 'answer', what: 'The connection ends in good order before the answer.' },
  silence: { phase: 'answer', what: 'The connection stays, and the answer never comes.' },
  late: { phase: 'answer', what: 'The answer comes late, as a whole.', by: '10s' },
  doubledRequest: {
    phase: 'answer',
    what: 'The request arrives twice: the service acts twice, and the second answer is the one that comes.',
  },
  slowHeaders: { phase: 'answer', what: 'The head of the answer comes piece by piece.', by: '1s', pieces: 10 },
  resetInBody: { phase: 'body', what: 'The connection is reset after half of the body.' },
  truncated: { phase: 'body', what: 'The connection ends in good order after half of the body.' },
  drip: { phase: 'body', what: 'The body comes piece by piece.', by: '1s', pieces: 10 },
  malformedJson: { phase: 'body', what: 'Half of the body comes as if it were the whole, which is no JSON.' },
  wrongContentType: {
    phase: 'body',
    what: 'A page of HTML comes in place of the body, with the status of the answer.',
  },
  emptyBody: { phase: 'body', what: 'The answer comes without its body.' },
} as const satisfies Record<string, AccidentRow>;

export type AccidentName = keyof typeof accidents;

export const accidentNames: readonly AccidentName[] = namesOf(accidents);

export const accidentRow = (name: AccidentName): AccidentRow => accidents[name];

/** Accidents that keep a request from reaching the service at all. */
export type ConnectAccident = {
  [Name in AccidentName]: (typeof accidents)[Name]['phase'] extends 'connect' ? Name : never;
}[AccidentName];

export const isConnectAccident = (name: AccidentName): name is ConnectAccident => accidents[name].phase === 'connect';

export const connectAccidents: readonly ConnectAccident[] = accidentNames.filter(isConnectAccident);
