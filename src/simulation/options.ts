import { between } from '../core/ids.ts';
import { randomChoices, type RandomChoice } from '../clock/random.ts';
import type { ClockChoice, TimeWanted } from '../clock/create-timeline.ts';
import { Misuse } from '../misuse.ts';
import type { ApplicationRow, LimitChoices } from '../language/ast.ts';
import { parseSkew } from '../language/clock-skew.ts';
import { parseSpan } from '../language/collection-time.ts';
import { hintDuration } from '../language/hint-duration.ts';
import {
  checkApplications,
  checkAssumptions,
  checkClockSkew,
  checkLatency,
  checkLimits,
  checkProfile,
  checkSeed,
} from '../language/schema.ts';
import { unwrap } from '../language/problem.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { Limits } from '../spec/limits.ts';
import { newestProfile, type ProfileName } from '../spec/profiles.ts';
import { type Duration, type Instant, parseDuration } from '../spec/time.ts';
import type { Hosts } from './addresses.ts';
import { adjustLimits } from './limits.ts';
import type { NotificationTarget } from './notification.ts';
import type { CustomerChoice } from './own-data.ts';
import type { Snapshot } from './snapshot.ts';
import type { StoreRow } from './store-routes.ts';
import type { TransportChoice } from './way-in.ts';

/** What `simulate` can be told. All of it may be left out. */
export interface SimulateOptions {
  /** What ids, tokens and data are drawn from, and the client's `Math.random`; 0. Same seed, same bytes. */
  readonly seed?: number;
  /**
   * Which chance of the client comes from the seed: that of `Math.random` (`math`, the default), that of `crypto` as well
   * (`all`), or none (`native`). Code outside of the simulation keeps the engine's.
   */
  readonly random?: RandomChoice;
  /** When virtual time begins, as ISO 8601 text; 2024-02-29T00:00:00.000Z. */
  readonly epoch?: string;
  /** One customer. `customers` takes several. */
  readonly customer?: CustomerChoice;
  readonly customers?: readonly CustomerChoice[];
  /** The applications of the developer; one, which may do everything. */
  readonly applications?: readonly ApplicationRow[];
  /** The dated state of the interfaces to go by: limits and the readings of open points. The newest. */
  readonly profile?: ProfileName;
  /** Limits that are to be other than the profile's: a number of requests or records, or a duration. */
  readonly limits?: LimitChoices;
  /** Your own routes behind the token check of the store APIs, and what they answer. */
  readonly store?: readonly StoreRow[];
  /** How long every answer is on its way: always the same (`50ms`), or drawn for each (`50ms..400ms`); no time at all. */
  readonly latency?: string;
  /**
   * How far the service's clock is ahead of the client's (`5m`) or behind (`-5m`), a day at most. With it every answer has
   * a `Date`, and all instants that the service names are by its own clock. Without it there is one clock, and no `Date`.
   */
  readonly clockSkew?: string;
  /** What `sim.snapshot()` returned: the simulation goes on from there. */
  readonly from?: Snapshot;
  /** Decides points that the interface document leaves open. */
  readonly assumptions?: Partial<Assumptions>;
  /** Base addresses the interfaces answer at, instead of names below `stunt-double.test`. */
  readonly hosts?: Hosts;
  /**
   * Where notifications go: a function, `{ fetch }`, `{ listener }`, an Express or Koa app, an `http.Server` that need not
   * listen, or a URL on this machine. A client may register its own later.
   */
  readonly notify?: NotificationTarget;
  /** Hosts besides this machine that a URL for notifications may lead to; none. */
  readonly notifyHosts?: readonly string[];
  /** How requests get here; from every HTTP client of the process, at the socket. */
  readonly transport?: TransportChoice;
  /**
   * Whose time it runs in: a virtual one of its own, that of fake timers you have switched on, or real time. Its own; when
   * fake timers are switched on, theirs.
   */
  readonly clock?: ClockChoice;
  /** What becomes of connections to other machines: nothing is done about them, or they are refused; `open`. */
  readonly network?: 'open' | 'closed';
  /** Whether a step whose moment never came is an error when the simulation is disposed; yes. */
  readonly unfired?: 'error' | 'ignore';
  /** Real milliseconds without any progress after which a run fails with `CLOCK_STUCK`; 2000. */
  readonly stuckAfter?: number;
}

const known: readonly (keyof SimulateOptions)[] = [
  'seed',
  'random',
  'epoch',
  'customer',
  'customers',
  'applications',
  'profile',
  'limits',
  'store',
  'latency',
  'clockSkew',
  'from',
  'assumptions',
  'hosts',
  'notify',
  'notifyHosts',
  'transport',
  'clock',
  'network',
  'unfired',
  'stuckAfter',
];

/** The date of the API version that is simulated: virtual time has to begin somewhere. (Versioning) */
const usualEpoch = '2024-02-29T00:00:00.000Z';

export const checkOptions = (options: SimulateOptions): void => {
  for (const name of Object.keys(options)) {
    if (known.includes(name as keyof SimulateOptions)) continue;
    throw new Misuse('BAD_OPTION', 'simulate', `"${name}" is no option`, `known: ${known.join(', ')}`);
  }
};

export const checkNetwork = ({ network = 'open', transport = 'sockets' }: SimulateOptions): void => {
  const place = 'simulate({ network })';
  if (network !== 'open' && network !== 'closed') {
    throw new Misuse('BAD_OPTION', place, `"${String(network)}" is neither`, 'write "open" or "closed"');
  }
  if (network === 'open' || transport === 'sockets') return;
  throw new Misuse('BAD_OPTION', place, 'only the transport "sockets" sees all connections', 'leave "transport" out');
};

export const readEpoch = (text: string = usualEpoch): Instant => {
  const instant = Date.parse(text);
  if (Number.isSafeInteger(instant)) return instant;
  throw new Misuse('BAD_OPTION', 'simulate({ epoch })', `"${text}" is no time`, `write "${usualEpoch}"`);
};

/** What is wanted of time; a saved world begins when it was saved. */
export const readTime = ({ clock, epoch: given, from }: SimulateOptions, epoch: Instant): TimeWanted => ({
  clock,
  epoch,
  isEpochGiven: given !== undefined,
  isSaved: from !== undefined,
});

export const readSeed = (seed = 0): number => unwrap(checkSeed(seed), 'simulate({ seed })');

export const readRandom = (choice: RandomChoice = 'math'): RandomChoice => {
  if (randomChoices.includes(choice)) return choice;
  const hint = `write ${randomChoices.map((each) => `"${each}"`).join(' or ')}`;
  throw new Misuse('BAD_OPTION', 'simulate({ random })', `"${choice}" is none`, hint);
};

export const readProfile = (name: ProfileName = newestProfile): ProfileName =>
  unwrap(checkProfile(name), 'simulate({ profile })');

export const readLimits = (usual: Limits, choices: LimitChoices = {}): Limits =>
  adjustLimits(usual, unwrap(checkLimits(choices), 'simulate({ limits })'));

/** How long the answer of an exchange is on its way, in milliseconds: always the same, or drawn for each from the seed. */
export const readLatency = (text = '0s', seed = 0): ((exchange: number) => number) => {
  const span = parseSpan(unwrap(checkLatency(text), 'simulate({ latency })'));
  if (span === undefined) throw new RangeError(`"${text}" is not a span of time`);
  const { least, most } = span;
  return (exchange) => between(least, most, seed, 'latency', exchange);
};

/** Milliseconds by which the service's clock is ahead; undefined where there is but one. */
export const readClockSkew = (text?: string): number | undefined =>
  text === undefined ? undefined : parseSkew(unwrap(checkClockSkew(text), 'simulate({ clockSkew })'));

export const readApplications = (rows?: readonly ApplicationRow[]): readonly ApplicationRow[] | undefined =>
  rows && unwrap(checkApplications(rows), 'simulate({ applications })');

/** One choice for every open point. */
export const readAssumptions = (usual: Assumptions, chosen: Partial<Assumptions>): Assumptions => {
  const checked: Partial<Assumptions> = unwrap(checkAssumptions(chosen), 'simulate({ assumptions })');
  return { ...usual, ...checked };
};

/** Milliseconds in a duration that a user wrote in a call. */
export const readDuration = (text: Duration, call: string): number => {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new Misuse('BAD_DURATION', call, `"${text}" is not a duration`, hintDuration(text));
};
