import { createTimeline } from './clock/create-timeline.ts';
import { opaque } from './core/ids.ts';
import type { Post } from './core/turn.ts';
import { type Application, createWorld } from './core/world.ts';
import { Misuse } from './misuse.ts';
import type { Step } from './scenario/ast.ts';
import { describeStep } from './scenario/describe-step.ts';
import { createDirector } from './scenario/director.ts';
import { createMoments, createVerbs } from './scenario/step-verbs.ts';
import { chooseAddresses, endpointUrl, listAddresses, takeSlot } from './simulation/addresses.ts';
import type { ClientEnv } from './simulation/client-env.ts';
import { authorizeCustomer } from './simulation/customers.ts';
import * as read from './simulation/options.ts';
import type { Simulation } from './simulation/simulation.ts';
import { ms } from './spec/time.ts';
import { createStage, type Delivery } from './stage/stage.ts';
import { createTrace } from './trace/trace.ts';
import { deliver, type Endpoint, toEndpoint } from './transport/deliver.ts';
import type { Door } from './transport/door.ts';
import { createFetch } from './transport/fetch.ts';

/** How long the application may take to answer a notification. Virtual time. */
const notificationTimeout = ms('10s');

/**
 * Begins a simulation: hosts, credentials and a customer with data are there, every HTTP client of the process is served.
 *
 * Throws Misuse `BAD_OPTION`, `BAD_DURATION`, `NOT_IMPLEMENTED`, `HOST_TAKEN`, `FAKE_TIMERS_ACTIVE`.
 *
 * @example
 * await using sim = await simulate({ customer: { records: 600 } });
 * sim.on('notification').elapse('61m');
 * const result = await sim.run(() => importOrders(sim.env));
 * sim.customer.records.length; // 600
 */
export const simulate = async (options: read.SimulateOptions = {}): Promise<Simulation> => {
  read.checkOptions(options);
  const seed = read.readSeed(options.seed);
  const holdings = read.readHoldings(options);
  const assumptions = read.readAssumptions(options.assumptions);
  let endpoint: Endpoint | undefined = options.notify === undefined ? undefined : toEndpoint(options.notify);
  const epoch = read.readEpoch(options.epoch);

  const { slot, release } = takeSlot();
  const undo: (() => unknown)[] = [release];
  const unwind = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const addresses = chooseAddresses(options.hosts ?? {}, slot, assumptions['hosts.relation'] === 'one-host');
    const application = createApplication(seed, holdings);
    const world = createWorld({ seed, addresses, assumptions, applications: [application], holdings });
    const trace = createTrace();

    const timeline = createTimeline({
      epoch,
      label: 'simulation',
      ...(options.stuckAfter !== undefined && { stuckAfter: options.stuckAfter }),
      describeWaiting: () => stage.waiting(),
    });
    undo.push(() => timeline.dispose());

    const carry = async ({ headers, body }: Post): Promise<Delivery> => {
      if (endpoint === undefined) return { failed: 'no endpoint is registered' };
      const patience = new AbortController();
      const giveUp = (): void => patience.abort(new Error('no answer within 10s'));
      const cancel = timeline.at(timeline.now() + notificationTimeout, giveUp);
      const delivery = await deliver(endpoint, { url: endpointUrl, headers, body }, { signal: patience.signal });
      cancel();
      return delivery;
    };
    const stage = createStage({ world, timeline, trace, deliver: carry });
    stage.record({ kind: 'began', epoch: new Date(epoch).toISOString(), seed });
    const director = createDirector(stage, timeline, world);

    const over = new AbortController();
    undo.push(() => over.abort(new Error('the simulation is over')));
    const tokenUrl = `${addresses.token}/auth/o2/token`;
    const customers = holdings.map((holding) => authorizeCustomer(stage, tokenUrl, application, holding, seed));
    const [customer] = customers;
    if (customer === undefined) throw new Error('a world without customers');

    const door: Door = {
      addresses: listAddresses(addresses),
      receive: (request, gone) => stage.receive(request, gone),
      enter: (work) => timeline.enter(work),
    };
    if (options.transport !== 'none') {
      const { attachSockets } = await import('./transport/sockets.ts');
      undo.push(await attachSockets(door));
    }

    const env: ClientEnv = {
      tokenUrl,
      emailUrl: `${addresses.email}/sendEmail`,
      storeUrls: { submission: addresses.submission, reporting: addresses.reporting },
      regions: addresses.regions,
      clientId: application.clientId,
      clientSecret: application.clientSecret,
      customers: customers.map(({ id, scope, accessToken, refreshToken }) => ({
        id,
        scope,
        accessToken,
        refreshToken,
      })),
      customer: {
        id: customer.id,
        scope: customer.scope,
        accessToken: customer.accessToken,
        refreshToken: customer.refreshToken,
      },
      onNotification: (handler) => {
        endpoint = toEndpoint({ fetch: handler }, 'env.onNotification');
      },
      signal: over.signal,
    };

    const stop = async (): Promise<void> => {
      if (undo.length === 0) return;
      await unwind();
      if (stage.bugs.length > 0) throw stage.bugs[0];
      if (options.unfired !== 'ignore' && director.unfired.length > 0) throw neverFired(director.unfired);
    };
    const sim: Simulation = {
      ...createMoments((step: Step) => {
        director.add(step);
        return sim;
      }, 'sim.'),
      now: createVerbs({ kind: 'at', time: '0s' }, (step: Step) => director.perform(step), 'sim.now, '),
      env,
      customers,
      customer,
      run: async (work) => {
        try {
          const result = await timeline.run(work);
          stage.record({ kind: 'ended', outcome: 'fulfilled' });
          return result;
        } catch (error) {
          stage.record({
            kind: 'ended',
            outcome: 'rejected',
            error: error instanceof Error ? error.message : String(error),
          });
          throw error;
        }
      },
      elapse: async (duration) => timeline.elapse(read.readDuration(duration, 'sim.elapse')),
      hold: (why) => timeline.hold(why),
      tell: (step) => director.add(step),
      authorize: ({ id, scope } = customer) => stage.authorize(application.clientId, id, scope),
      get elapsed() {
        return timeline.now() - epoch;
      },
      fetch: createFetch(door),
      trace,
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
      stop,
      [Symbol.asyncDispose]: stop,
    };
    return sim;
  } catch (error) {
    await unwind();
    throw error;
  }
};

const createApplication = (seed: number, holdings: readonly { readonly scope: string }[]): Application => ({
  clientId: 'application-1',
  clientSecret: `secret-${opaque(seed, 'client secret').slice(0, 40)}`,
  allowlisted: true,
  mayImport: true,
  scopes: new Set(holdings.map(({ scope }) => scope)),
});

const neverFired = ([first, ...rest]: readonly Step[]): Misuse =>
  new Misuse(
    'STEP_NEVER_FIRED',
    first?.place ?? 'simulate',
    `${first === undefined ? 'a step' : describeStep(first)}: its moment never came${rest.length > 0 ? `, nor that of ${rest.length} more` : ''}`,
    'let the client get that far, or simulate({ unfired: "ignore" })',
  );
