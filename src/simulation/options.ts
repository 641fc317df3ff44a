import { between } from '../core/ids.ts';
import { randomChoices, type RandomChoice } from '../clock/random.ts';
import type { ClockChoice, TimeWanted } from '../clock/create-timeline.ts';
import { Misuse, refuse } from '../misuse.ts';
import type { ApplicationRow, LimitChoices } from '../language/ast.ts';
import { requireKnownFields, requireWord } from '../language/strangers.ts';
import { readSetting, type Settings } from '../language/settings.ts';
import { parseInstant } from '../language/instant.ts';
import { hintDuration, parseSkew, parseSpan } from '../language/spans.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { Limits } from '../spec/limits.ts';
import { newestProfile, type ProfileName } from '../spec/profiles.ts';
import { type Duration, type Instant, parseDuration } from '../spec/time.ts';
import type { Hosts } from './addresses.ts';
import { adjustLimits } from '../spec/adjust-limits.ts';
import { show } from '../language/show.ts';
import type { CustomerChoice } from './custom-data.ts';
import type { NotificationTarget } from './notification.ts';
import type { ClientReturns } from './returns.ts';
import type { Snapshot } from './snapshot.ts';
import type { StoreRow } from './store-routes.ts';
import type { TransportChoice } from './open-transport.ts';

/** What `simulate` can be told, besides the settings that a scenario may have, too. All of it may be left out. */
export interface SimulateOptions extends Omit<Settings, 'customers'> {
  /**
   * Which chance of the client comes from the seed: that of `Math.random` (`math`, the default), that of `crypto` as well
   * (`all`), or none (`native`). Code outside of the simulation keeps the engine's.
   */
  readonly random?: RandomChoice;
  /** Whether the client's promise says what it brought in: its `result` does (the default), or it says `nothing` by design. */
  readonly returns?: ClientReturns;
  /**
   * Which simulation of the process it is: tokens, ids and links differ from one to the next, so that what a client kept from
   * another is found out. Counted; with a name of its own it has the same bytes whatever ran before.
   */
  readonly instance?: string;
  /** When virtual time begins, as ISO 8601 text; 2024-02-29T00:00:00.000Z. */
  readonly epoch?: string;
  /** One customer. `customers` takes several. */
  readonly customer?: CustomerChoice;
  /** The customers' data: a row for each customer and scope. Without them one customer with ten orders. */
  readonly customers?: readonly CustomerChoice[];
  /** Your own routes behind the token check of the store APIs, and what they answer. */
  readonly store?: readonly StoreRow[];
  /** What `sim.snapshot()` returned: the simulation goes on from there. */
  readonly from?: Snapshot;
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
  /**
   * Texts that are masked wherever they turn up in traces, findings and reports, as all are that the simulation gives out: a
   * password of your own, a key. In whatever form: percent-encoded, in base64, in JSON.
   */
  readonly secrets?: readonly string[];
  /**
   * How many entries of the trace are kept, and how many e-mails of the outbox: the newest. All where time is virtual; 50,000
   * where it is real or requests come from other processes, for that may go on for days. Rules are judged where all is kept.
   */
  readonly keep?: number;
  /** Whether a step whose trigger never fired is an error when the simulation is disposed; yes. */
  readonly unfired?: 'error' | 'ignore';
  /** Real milliseconds without any progress after which a run fails with `CLOCK_STUCK`; 2000. */
  readonly stuckAfter?: number;
}

/** Every option, and whether it is about the world: then a snapshot has decided it. */
const known: { readonly [Name in keyof SimulateOptions]-?: 'world' | 'run' } = {
  seed: 'world',
  random: 'run',
  returns: 'run',
  instance: 'run',
  epoch: 'world',
  customer: 'world',
  customers: 'world',
  applications: 'world',
  profile: 'world',
  limits: 'world',
  store: 'run',
  latency: 'run',
  clockSkew: 'run',
  from: 'run',
  assumptions: 'world',
  hosts: 'run',
  notify: 'run',
  notifyHosts: 'run',
  transport: 'run',
  clock: 'run',
  network: 'run',
  secrets: 'run',
  keep: 'run',
  unfired: 'run',
  stuckAfter: 'run',
};

const optionNames = Object.keys(known) as readonly (keyof SimulateOptions)[];

/** The date of the API version that is simulated: virtual time has to begin somewhere. (Versioning) */
const usualEpoch = '2024-02-29T00:00:00.000Z';
const usualInstant = Date.parse(usualEpoch);

export const checkOptions = (options: SimulateOptions): void => {
  if (typeof options !== 'object' || options === null) {
    throw refuse('simulate', `${show(options)} are no options`, 'give an object of options, or nothing');
  }
  requireKnownFields(options, optionNames, 'simulate');
  const { customer, customers, unfired = 'error', stuckAfter = 0 } = options;
  if (customer !== undefined && customers !== undefined) {
    throw refuse('simulate({ customer })', 'there is "customers", too', 'put all of them into "customers"');
  }
  requireWord(unfired, ['error', 'ignore'], 'simulate({ unfired })');
  if (!(typeof stuckAfter === 'number' && stuckAfter >= 0)) {
    throw refuse('simulate({ stuckAfter })', `${show(stuckAfter)} is no number of milliseconds`, 'write 2000');
  }
};

/** Refuses options that say what a snapshot has said already. */
export const checkDecided = (options: SimulateOptions): void => {
  const said = optionNames.find((name) => known[name] === 'world' && options[name] !== undefined);
  if (said === undefined) return;
  throw refuse('simulate({ from })', `"${said}" is decided by the snapshot`, `leave "${said}" out`);
};

export const checkNetwork = ({ network = 'open', transport = 'sockets' }: SimulateOptions): void => {
  const place = 'simulate({ network })';
  if (requireWord(network, ['open', 'closed'], place) === 'open' || transport === 'sockets') return;
  throw refuse(place, 'only the transport "sockets" sees all connections', 'leave "transport" out');
};

export const readEpoch = (text?: string): Instant => {
  const instant = text === undefined ? usualInstant : parseInstant(text);
  if (instant !== undefined) return instant;
  throw refuse('simulate({ epoch })', `${show(text)} is no time with its zone`, `write "${usualEpoch}"`);
};

/** What is wanted of time; a saved world begins when it was saved. */
export const readTime = ({ clock, epoch: given, from }: SimulateOptions, epoch: Instant): TimeWanted => ({
  clock,
  epoch,
  isEpochGiven: given !== undefined,
  isSaved: from !== undefined,
});

/** A setting that has been checked. Only what is given is: the checks are loaded for it. */
const read = <Name extends Exclude<keyof Settings, 'customers'>>(
  name: Name,
  value: NonNullable<Settings[Name]>,
): NonNullable<Settings[Name]> => readSetting(name, value, `simulate({ ${name} })`);

export const readSeed = (seed?: number): number => (seed === undefined ? 0 : read('seed', seed));

export const readRandom = (choice: RandomChoice = 'math'): RandomChoice =>
  requireWord(choice, randomChoices, 'simulate({ random })');

export const readProfile = (name?: ProfileName): ProfileName =>
  name === undefined ? newestProfile : read('profile', name);

export const readLimits = (usual: Limits, choices?: LimitChoices): Limits =>
  choices === undefined ? usual : adjustLimits(usual, read('limits', choices));

/** How long the answer of an exchange is on its way, in milliseconds: always the same, or drawn for each from the seed. */
export const readLatency = (text?: string, seed = 0): ((exchange: number) => number) => {
  if (text === undefined) return () => 0;
  const span = parseSpan(read('latency', text));
  if (span === undefined) throw new RangeError(`"${text}" is not a span of time`);
  const { least, most } = span;
  return (exchange) => between(least, most, seed, 'latency', exchange);
};

/** Milliseconds by which the service's clock is ahead; undefined where there is but one. */
export const readClockSkew = (text?: string): number | undefined =>
  text === undefined ? undefined : parseSkew(read('clockSkew', text));

export const readApplications = (rows?: readonly ApplicationRow[]): readonly ApplicationRow[] | undefined =>
  rows === undefined ? undefined : read('applications', rows);

/** One choice for every open point. */
export const readAssumptions = (usual: Assumptions, chosen: Partial<Assumptions>): Assumptions =>
  Object.keys(chosen).length === 0 ? usual : { ...usual, ...read('assumptions', chosen) };

/** Milliseconds in a duration that a user wrote in a call. */
export const readDuration = (text: Duration, call: string): number => {
  const milliseconds = typeof text === 'string' ? parseDuration(text) : undefined;
  if (milliseconds !== undefined) return milliseconds;
  throw new Misuse('BAD_DURATION', call, `${show(text)} is not a duration`, hintDuration(text));
};
