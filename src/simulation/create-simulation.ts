import { errorText } from '../error-text.ts';
import type { Step } from '../language/ast.ts';
import { createTriggers, createVerbs } from '../language/step-builder.ts';
import { judgeTrace } from '../rules/judge-trace.ts';
import { explain } from '../trace/explanation.ts';
import { tell } from '../trace/told.ts';
import { createFetch } from '../transport/fetch.ts';
import type { Gateway } from '../transport/gateway.ts';
import type { SimulatedApplication } from './application.ts';
import type { Applications } from './applications.ts';
import { readDuration } from './options.ts';
import type { Running } from './running.ts';
import type { Simulation } from './simulation.ts';
import { takeSnapshot } from './snapshot.ts';
import { viewWorld } from './world-view.ts';

export interface SimulationParts {
  readonly running: Running;
  readonly applications: Applications;
  readonly gateway: Gateway;
  readonly ca: string | undefined;
  readonly stop: () => Promise<void>;
}

/** What a test sees of a simulation that runs: each part of it is read when it is asked for. */
export const createSimulation = ({ running, applications, gateway, ca, stop }: SimulationParts): Simulation => {
  const { world, timeline, epoch, ahead, trace, service, engine, driver } = running;
  const { assumptions, limits } = world.settings;
  const { env, customers, id, customer } = firstOf(applications);
  const add = (step: Step): Simulation => {
    driver.add(step);
    return sim;
  };
  let now: Simulation['now'] | undefined;
  let fetch: Simulation['fetch'] | undefined;
  const sim: Simulation = {
    ...createTriggers(add, 'sim.'),
    get now() {
      return (now ??= createVerbs({ kind: 'at', time: '0s' }, (step) => driver.perform(step), 'sim.now, '));
    },
    add,
    env,
    get applications() {
      return applications.all;
    },
    customers,
    get customer() {
      return customers[0] ?? customer;
    },
    run: (work) => runClient(running, work),
    elapse: async (duration) => timeline.elapse(readDuration(duration, 'sim.elapse')),
    hold: (why) => timeline.hold(why),
    authorize: (by = customer, clientId = id) => authorize(running, applications.find(clientId, 'sim.authorize'), by),
    get elapsed() {
      return timeline.now() - epoch;
    },
    gateway,
    ...(ca !== undefined && { ca }),
    get fetch() {
      return (fetch ??= createFetch(gateway));
    },
    trace,
    explain: (exchange) => explain(trace.raw, { epoch, assumptions, limits }, exchange),
    judge: (rules) => judgeTrace(trace.raw, { assumptions, limits, until: sim.elapsed }, rules, 'sim.judge'),
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
      return [...service.leaned];
    },
    get unfired() {
      return driver.unfired;
    },
    snapshot: () => takeSnapshot(engine, world, timeline.now() + ahead, applications.saved),
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return sim;
};

type First = Pick<Simulation, 'env' | 'customers' | 'customer'> & { readonly id: string };

const firstOf = (applications: Applications): First => {
  const [application] = applications.all;
  if (application === undefined) throw new Error('a world without applications');
  const { id, env, customers } = application;
  const [customer] = customers;
  if (customer === undefined) throw new Error('a world without customers');
  return { id, env, customers, customer };
};

const runClient = async <T>({ timeline, engine, returns }: Running, work: () => T | PromiseLike<T>): Promise<T> => {
  try {
    const result = await timeline.run(work);
    engine.record({ kind: 'ended', outcome: 'fulfilled', ...(returns === 'result' && { told: tell(result) }) });
    return result;
  } catch (error) {
    engine.record({ kind: 'ended', outcome: 'rejected', error: errorText(error), told: tell(error) });
    throw error;
  }
};

const authorize = (
  { engine }: Running,
  { id: clientId }: Pick<SimulatedApplication, 'id'>,
  { id, scope }: { readonly id: string; readonly scope: string },
): string => {
  const { code } = engine.apply({ kind: 'authorize', clientId, customerId: id, scope });
  if (code === undefined) throw new Error('the core gave no code for an authorization');
  engine.record({ kind: 'authorized', application: clientId, customer: id, scope, code });
  return code;
};
