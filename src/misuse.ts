import { fieldOf, isError } from './error-text.ts';

/** The ways a user can hold the library wrong. The service's own failures are values and never of this type. */
export type MisuseCode =
  | 'BAD_DURATION'
  | 'BAD_OPTION'
  | 'CLIENT_INVALID'
  | 'CLOCK_NOT_OURS'
  | 'CLOCK_RUNAWAY'
  | 'CLOCK_STUCK'
  | 'DISPOSED'
  | 'FAKE_TIMERS_ACTIVE'
  | 'FAKE_TIMERS_HANG'
  | 'FAKE_TIMERS_MISSING'
  | 'HOST_TAKEN'
  | 'HOST_UNKNOWN'
  | 'INTERCEPTORS_CONFLICT'
  | 'NEVER_STOPPED'
  | 'OUTSIDE_RUN'
  | 'SCENARIO_INVALID'
  | 'SNAPSHOT_BUSY'
  | 'STEP_NEVER_FIRED'
  | 'STORE_ROUTE_FAILED'
  | 'UNKNOWN_APPLICATION'
  | 'UNKNOWN_CUSTOMER'
  | 'UNKNOWN_SCOPE'
  | 'UNSUPPORTED_RUNTIME';

/**
 * Thrown when the library is used wrongly: it names the place and the cause, and hints at the remedy.
 *
 * @example
 * new Misuse('BAD_DURATION', 'scenarios/hour.yaml:4:11', '"1 hour" is not a duration', 'write "1h"').message
 * // 'scenarios/hour.yaml:4:11: "1 hour" is not a duration (write "1h") [BAD_DURATION]'
 */
export class Misuse extends Error {
  override readonly name = 'Misuse';
  readonly code: MisuseCode;
  readonly place: string;
  /** The cause. */
  readonly what: string;
  /** The remedy. */
  readonly hint: string;
  /** The lines of the file around the place, with a mark under it, where there is a file. */
  declare readonly frame?: string;

  constructor(code: MisuseCode, place: string, what: string, hint: string, frame?: string) {
    super(`${place}: ${what} (${hint}) [${code}]`);
    this.code = code;
    this.place = place;
    this.what = what;
    this.hint = hint;
    if (frame !== undefined) this.frame = frame;
  }
}

/** What most are: something was asked for that cannot be. Its stack begins with whoever refuses that. */
export const refuse = (place: string, what: string, hint: string): Misuse => {
  const misuse = new Misuse('BAD_OPTION', place, what, hint);
  Error.captureStackTrace(misuse, refuse);
  return misuse;
};

/** Two copies of the package (that of npx beside the project's own) must still recognise each other's errors, hence no `instanceof`. */
export const isMisuse = (error: unknown): error is Misuse => isError(error) && fieldOf(error, 'name') === 'Misuse';
