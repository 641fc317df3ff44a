import { createRandomSource } from './clock/random.ts';
import { chooseTimeline } from './clock/create-timeline.ts';
import { tellingOnce } from './clock/patches/exported-names.ts';
import { isMisuse } from './misuse.ts';
import { SimulatorBug } from './simulator-bug.ts';
import { readHistory } from './rules/history.ts';
import { listMissing } from './rules/history/arrivals.ts';
import { chooseAddresses, takeSlot } from './simulation/addresses.ts';
import { createApplications } from './simulation/applications.ts';
import { createSimulation } from './simulation/create-simulation.ts';
import { type CallSite, callSiteOf, createStepSites, type StepSites } from './simulation/call-site.ts';
import { createEnd } from './simulation/end.ts';
import { listBroken, rememberToStop } from './simulation/forgotten.ts';
import { neverFired } from './simulation/never-fired.ts';
import { openGateway } from './simulation/open-gateway.ts';
import { type OutsideRun, watchOutsideRun } from './simulation/outside-run.ts';
import { createMailbox } from './simulation/mailbox.ts';
import { type OpenTransport, openTransport } from './simulation/open-transport.ts';
import * as read from './simulation/options.ts';
import { readReturns } from './simulation/returns.ts';
import { watchQuietPeriod } from './simulation/quiet-period.ts';
import { type Chosen, type Running, startRunning } from './simulation/running.ts';
import { type Senders, watchForPage, watchSenders } from './simulation/sent-from.ts';
import { chooseSetup } from './simulation/setup.ts';
import type { Simulation } from './simulation/simulation.ts';
import { needOuterRealm } from './runtime.ts';
import type { Entry } from './trace/entry.ts';
import type { Gateway } from './transport/gateway.ts';

/** A simulation, and what is done with it only where a whole scenario is played. */
export interface Played {
  readonly sim: Simulation;
  /** Watches what the client does after its end, ten virtual minutes and until its timers have gone off. The scenario is over by then. */
  readonly watchQuietPeriod: () => Promise<void>;
  /** What has not arrived by now of what there was, a sentence each. */
  readonly missing: () => readonly string[];
  /** What happened so far, secrets and all: for judging, never for showing. */
  readonly raw: () => readonly Entry[];
  readonly time: SimulatedTime;
  /** Begins to note where in the client's code requests are sent. */
  readonly watchSenders: () => Senders;
}

/** The time of a simulation for those who move it from outside, as milliseconds since it began. */
interface SimulatedTime {
  /** When something of the service's is due next. */
  nextDue(): number | undefined;
  /** Lets time pass until then, with everything due on the way; one that has passed is reached at once. */
  moveTo(at: number): Promise<void>;
  /** Settles when virtual time is there, or the signal is aborted: a client sleeps until then. */
  sleepUntil(at: number, signal?: AbortSignal): Promise<void>;
  /** Asks before each move of a time that moves by itself. */
  brake(mayMove: () => boolean): void;
}

/**
 * Begins a simulation: hosts, credentials and a customer with data are there, every HTTP client of the process is served.
 *
 * Throws Misuse `BAD_OPTION`, `BAD_DURATION`, `HOST_TAKEN`, `FAKE_TIMERS_ACTIVE`, `FAKE_TIMERS_HANG`,
 * `FAKE_TIMERS_MISSING`, `INTERCEPTORS_CONFLICT`, `UNKNOWN_CUSTOMER`, `UNSUPPORTED_RUNTIME`.
 *
 * @example
 * await using sim = await simulate({ customer: { records: 600 } });
 * sim.on('notification').elapse('61m');
 * const result = await sim.run(() => importOrders(sim.env));
 * sim.customer.records.length; // 600
 */
export const simulate = async (options: read.SimulateOptions = {}): Promise<Simulation> =>
  (await simulateScenario(options, callSiteOf(simulate))).sim;

/** The same for those who play a scenario to its end, and see to it that it is stopped: they have no `site`. */
export const simulateScenario = async (options: read.SimulateOptions, site?: CallSite): Promise<Played> => {
  needOuterRealm();
  read.checkOptions(options);
  read.checkNetwork(options);
  const setup = chooseSetup(options);
  const { seed, assumptions } = setup;
  const clockSkew = read.readClockSkew(options.clockSkew);
  const time = chooseTimeline(read.readTime(options, setup.epoch));
  const returns = readReturns(options.returns);
  const random = createRandomSource(seed, read.readRandom(options.random));
  const latency = read.readLatency(options.latency, seed);
  const mailbox = createMailbox(options.notifyHosts);
  if (options.notify !== undefined) mailbox.register(options.notify);

  const transport = await openTransport(options.transport, options.hosts);
  const { slot, release } = takeSlot();
  const undo: (() => unknown)[] = [release, () => transport.close()];
  try {
    const addresses = chooseAddresses(transport.hosts, slot, assumptions['hosts.relation'] === 'one-host');
    const chosen: Chosen = { options, setup, addresses, time, random, returns, latency, clockSkew, mailbox };
    const { running, outside, gateway, attached } = tellingOnce(() => attach(transport, chosen, site, undo));
    undo.push(await attached);
    const end = createEnd();
    const applications = createApplications(running, mailbox, end);
    undo.push(() => mailbox.close());
    undo.push(() => end.reach());
    const sites = createStepSites();
    const complaint = (): unknown => complaintOf(running, options, sites);
    let ending: Promise<unknown> | undefined;
    // Whoever stops it once more waits with the first, who alone is told what there is to say.
    const stop = async (): Promise<void> => {
      if (ending !== undefined) return void (await Promise.allSettled([ending]));
      ending = unwind(undo);
      await ending;
      const found = complaint();
      if (found !== undefined) throw found;
    };
    let wasJudged = false;
    const noteJudged = (): void => void (wasJudged = true);
    const { ca } = transport;
    const isOver = (): boolean => undo.length === 0;
    const runBy = site === undefined ? 'scenario' : 'test';
    const told = { ca, stop, isOver, runBy, noteJudged } as const;
    const sim = createSimulation({ running, applications, gateway, sites, outside, ...told });
    const remarks = (): readonly string[] => [...saidOutside(outside), ...listBroken(wasJudged ? [] : sim.judge())];
    if (site !== undefined) undo.push(rememberToStop({ site, complaint, remarks }), watchForPage(sim, running.trace));
    const { limits } = running.world.settings;
    return {
      sim,
      watchQuietPeriod: () => watchQuietPeriod(running),
      missing: () => listMissing(readHistory(running.trace.raw, { assumptions, limits })),
      raw: () => running.trace.raw,
      time: timeOf(running),
      watchSenders: () => watchSenders(running.trace),
    };
  } catch (error) {
    await unwind(undo);
    throw error;
  }
};

interface Attached {
  readonly running: Running;
  readonly outside: OutsideRun;
  readonly gateway: Gateway;
  /** What detaches it, once it is attached. */
  readonly attached: ReturnType<OpenTransport['attach']>;
}

/** Begins it, and brings the requests of clients to it. */
const attach = (
  transport: OpenTransport,
  chosen: Chosen,
  site: CallSite | undefined,
  undo: (() => unknown)[],
): Attached => {
  const running = startRunning(chosen, undo);
  const outside = watchOutside(running, chosen.options, site);
  undo.push(() => outside.end());
  const gateway = openGateway(running, chosen.options, outside);
  const attached = transport.attach(gateway);
  return { running, outside, gateway, attached };
};

const timeOf = ({ timeline, epoch }: Running): SimulatedTime => ({
  nextDue: () => {
    const due = timeline.nextDue();
    return due === undefined ? undefined : Math.max(due, timeline.now()) - epoch;
  },
  moveTo: (at) => timeline.elapse(Math.max(0, epoch + at - timeline.now())),
  sleepUntil: (at, signal) => timeline.sleepUntil(epoch + at, signal),
  brake: (mayMove) => timeline.brake(mayMove),
});

const watchOutside = (running: Running, { clock }: read.SimulateOptions, site: CallSite | undefined): OutsideRun =>
  watchOutsideRun({
    now: () => running.timeline.now(),
    describeDue: () => (clock === undefined || clock === 'own' || clock === 'adopt' ? describeDue(running) : []),
    site,
    // oxlint-disable-next-line no-console
    say: (error) => console.warn(error.stack),
  });

/** What a simulation has to say against itself, or against the scenario, once it is over. */
const complaintOf = (
  { engine, driver, trace }: Running,
  { unfired }: read.SimulateOptions,
  sites: StepSites,
): unknown => {
  const [bug] = engine.bugs;
  if (engine.bugs.length > 0) return isMisuse(bug) ? bug : new SimulatorBug(bug);
  const left = unfired === 'ignore' ? [] : driver.unfired();
  return left.length > 0 ? neverFired(left, sites, trace) : undefined;
};

/** What only virtual time can bring: answers that take a while, and the notifications of queries. */
const describeDue = ({ engine, world }: Running): readonly string[] => [
  ...engine.waiting(),
  ...[...world.queries.values()].flatMap(({ state, id }) =>
    state === 'inProgress' ? [`query ${id} is being collected`] : [],
  ),
];

const saidOutside = (outside: OutsideRun): readonly string[] => {
  const error = outside.find();
  return error === undefined ? [] : [error.stack ?? error.message];
};

/** Puts away what was begun, the last first; what fails does not keep the rest from being put away. */
const unwind = async (undo: (() => unknown)[]): Promise<void> => {
  const failures: unknown[] = [];
  const guarded = (step: () => unknown): unknown => {
    try {
      return step();
    } catch (failure) {
      failures.push(failure);
      return undefined;
    }
  };
  /** As far as nothing takes its time. */
  const goOn = (): unknown => {
    let settling: unknown;
    while (undo.length > 0 && settling === undefined) settling = guarded(undo.pop() as () => unknown);
    return settling;
  };
  while (undo.length > 0) {
    try {
      await tellingOnce(goOn);
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
};
