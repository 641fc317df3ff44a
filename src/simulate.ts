import { createChance } from './clock/chance.ts';
import { chooseTimeline } from './clock/choose-timeline.ts';
import { errorText } from './error-text.ts';
import { Misuse } from './misuse.ts';
import { judgeTrace } from './rules/judge-trace.ts';
import type { Step } from './language/ast.ts';
import { describeStep } from './language/describe-step.ts';
import { createDirector } from './play/driver.ts';
import { createTriggers, createVerbs } from './language/step-builder.ts';
import { watchAftermath } from './simulation/aftermath.ts';
import { chooseAddresses, listAddresses, takeSlot } from './simulation/addresses.ts';
import { createApplications } from './simulation/applications.ts';
import { chooseBeginning } from './simulation/beginning.ts';
import { describeInitialWorld, describeToken } from './simulation/initial-world.ts';
import { createMailbox } from './simulation/mailbox.ts';
import * as read from './simulation/options.ts';
import type { Simulation } from './simulation/simulation.ts';
import { takeSnapshot } from './simulation/snapshot.ts';
import { answerStoreCall } from './simulation/store-routes.ts';
import { openWayIn } from './simulation/way-in.ts';
import { viewWorld } from './simulation/world-view.ts';
import { createStage } from './engine/engine.ts';
import { explain } from './trace/explanation.ts';
import { createTrace } from './trace/trace.ts';
import type { Door } from './transport/door.ts';
import { createFetch } from './transport/fetch.ts';

/** A simulation, and what is done with it only where a whole scenario is played. */
export interface Played {
  readonly sim: Simulation;
  /** Watches what the client does after its end, ten virtual minutes long. The scenario is over by then. */
  readonly watchAftermath: () => Promise<void>;
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
  (await simulateScenario(options)).sim;

/** The same for those who play a scenario to its end. */
export const simulateScenario = async (options: read.SimulateOptions): Promise<Played> => {
  read.checkOptions(options);
  read.checkNetwork(options);
  const beginning = chooseBeginning(options);
  const { seed, assumptions } = beginning;
  const clockSkew = read.readClockSkew(options.clockSkew);
  const ahead = clockSkew ?? 0;
  const { epoch, begin } = chooseTimeline(read.readTime(options, beginning.epoch));
  const chance = createChance(seed, read.readRandom(options.random));
  const latency = read.readLatency(options.latency, seed);
  const mailbox = createMailbox(options.notifyHosts);
  if (options.notify !== undefined) mailbox.register(options.notify);

  const way = await openWayIn(options.transport, options.hosts);
  const { slot, release } = takeSlot();
  const undo: (() => unknown)[] = [release, () => way.close()];
  try {
    const addresses = chooseAddresses(way.hosts, slot, assumptions['hosts.relation'] === 'one-host');
    const world = beginning.build(addresses);
    const trace = createTrace();
    const timeline = begin({
      label: 'simulation',
      chance,
      ...(options.stuckAfter !== undefined && { stuckAfter: options.stuckAfter }),
      describeWaiting: () => stage.waiting(),
    });
    undo.push(() => timeline.dispose());
    const stage = createStage({
      world,
      timeline,
      epoch,
      trace,
      deliver: (...delivery) => mailbox.deliver(timeline, ...delivery),
      answerStore: (route, request, usual) => answerStoreCall(options.store?.[route], addresses, request, usual),
      latency,
      clockSkew,
    });
    const authorized = beginning.authorize(stage, world);
    const initially = describeInitialWorld(world, epoch + ahead, { ...options, clockSkew });
    stage.record({ kind: 'began', epoch: new Date(epoch).toISOString(), seed, world: initially }, epoch);
    const director = createDirector(stage, timeline, world);
    for (const pending of beginning.pending) stage.schedule(pending);
    const over = new AbortController();
    const applications = createApplications({
      world,
      authorized,
      mailbox,
      signal: over.signal,
      authorize: (clientId, { customerId, scope }) => {
        const { code, ...tokens } = stage.introduce({ clientId, customerId, scope });
        const token = describeToken(world, tokens.accessToken, epoch + ahead);
        stage.record({ kind: 'authorized', application: clientId, customer: customerId, scope, code, token });
        return tokens;
      },
    });
    const [application] = applications.all;
    if (application === undefined) throw new Error('a world without applications');
    const { env, customers } = application;
    const [customer] = customers;
    if (customer === undefined) throw new Error('a world without customers');

    const door: Door = {
      addresses: listAddresses(addresses),
      receive: (...request) => stage.receive(...request),
      enter: (work) => timeline.enter(work),
      pass: (length) => stage.pass(length),
      closesNetwork: options.network === 'closed',
    };
    undo.push(await way.attach(door));
    undo.push(() => mailbox.close());
    undo.push(() => over.abort(new Error('the simulation is over')));

    const run = async <T>(work: () => T | PromiseLike<T>): Promise<T> => {
      try {
        const result = await timeline.run(work);
        stage.record({ kind: 'ended', outcome: 'fulfilled' });
        return result;
      } catch (error) {
        stage.record({ kind: 'ended', outcome: 'rejected', error: errorText(error) });
        throw error;
      }
    };
    const stop = async (): Promise<void> => {
      if (undo.length === 0) return;
      await unwind(undo);
      if (stage.bugs.length > 0) throw stage.bugs[0];
      if (options.unfired !== 'ignore' && director.unfired.length > 0) throw neverFired(director.unfired);
    };
    const tell = (step: Step): Simulation => {
      director.add(step);
      return sim;
    };
    const sim: Simulation = {
      ...createTriggers(tell, 'sim.'),
      now: createVerbs({ kind: 'at', time: '0s' }, (step) => director.perform(step), 'sim.now, '),
      tell,
      env,
      get applications() {
        return applications.all;
      },
      customers,
      get customer() {
        return customers[0] ?? customer;
      },
      run,
      elapse: async (duration) => timeline.elapse(read.readDuration(duration, 'sim.elapse')),
      hold: (why) => timeline.hold(why),
      authorize: ({ id, scope } = customer, clientId = application.id) => {
        applications.find(clientId, 'sim.authorize');
        const code = stage.authorize({ clientId, customerId: id, scope });
        stage.record({ kind: 'authorized', application: clientId, customer: id, scope, code });
        return code;
      },
      get elapsed() {
        return timeline.now() - epoch;
      },
      door,
      ...(way.ca !== undefined && { ca: way.ca }),
      fetch: createFetch(door),
      trace,
      explain: (exchange) => explain(trace.raw, { epoch, assumptions, limits: world.settings.limits }, exchange),
      judge: (rules) => {
        const ground = { assumptions, limits: world.settings.limits, until: sim.elapsed };
        return judgeTrace(trace.raw, ground, rules, 'sim.judge');
      },
      get world() {
        return viewWorld(world);
      },
      get outbox() {
        return [...world.outbox];
      },
      get queries() {
        return [...world.queries.values()];
      },
      get assumed() {
        return [...stage.leaned];
      },
      get unfired() {
        return director.unfired;
      },
      snapshot: () => takeSnapshot(stage, world, timeline.now() + ahead, applications.saved),
      stop,
      [Symbol.asyncDispose]: stop,
    };
    return { sim, watchAftermath: () => watchAftermath({ stage, timeline, director }) };
  } catch (error) {
    await unwind(undo);
    throw error;
  }
};
/** Puts away what was begun, the last first; what fails does not keep the rest from being put away. */
const unwind = async (undo: (() => unknown)[]): Promise<void> => {
  const failures: unknown[] = [];
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) {
    try {
      await step();
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
};

const neverFired = ([first, ...rest]: readonly Step[]): Misuse => {
  const others = rest.length > 0 ? `, nor that of ${rest.length} more` : '';
  const what = `${first === undefined ? 'a step' : describeStep(first)}: its moment never came${others}`;
  const hint = 'let the client get that far, or simulate({ unfired: "ignore" })';
  return new Misuse('STEP_NEVER_FIRED', first?.place ?? 'simulate', what, hint);
};
