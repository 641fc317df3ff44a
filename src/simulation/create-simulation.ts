import { errorText } from '../error-text.ts';
import type { Step } from '../language/ast.ts';
import { createTriggers, createVerbs } from '../language/step-builder.ts';
import { isMisuse } from '../misuse.ts';
import { judgeTrace } from '../rules/judge-trace.ts';
import type { Judgement } from '../rules/rule.ts';
import { explain } from '../trace/explanation.ts';
import { tell } from '../trace/told.ts';
import type { Trace } from '../trace/trace.ts';
import { createFetch } from '../transport/fetch.ts';
import type { Gateway } from '../transport/gateway.ts';
import type { Applications } from './applications.ts';
import { type CallSite, callSiteOf, type StepSites } from './call-site.ts';
import { readDuration } from './options.ts';
import type { OutsideRun } from './outside-run.ts';
import { goesOn } from './returns.ts';
import type { Running } from './running.ts';
import type { Simulation } from './simulation.ts';
import { takeSnapshot } from './snapshot.ts';
import { tellStuck } from './stuck.ts';
import { viewWorld } from './world-view.ts';

export interface SimulationParts {
  readonly running: Running;
  readonly applications: Applications;
  readonly gateway: Gateway;
  readonly ca: string | undefined;
  readonly stop: () => Promise<void>;
  readonly sites: StepSites;
  readonly outside: OutsideRun;
  /** Is told when somebody asks what the rules say. */
  readonly noteJudged: () => void;
}

/** What a test sees of a simulation that runs: each part of it is read when it is asked for. */
export const createSimulation = (parts: SimulationParts): Simulation => {
  const { running, applications, gateway, ca, stop, sites, outside, noteJudged } = parts;
  const { world, timeline, epoch, ahead, trace, service, engine, driver } = running;
  const { env, customers, id, customer } = firstOf(applications);
  const add = (step: Step): Simulation => {
    driver.add(step);
    return sim;
  };
  const addHere = (step: Step): Simulation => add(sites.note(step, addHere));
  let now: Simulation['now'] | undefined;
  const sim: Simulation = {
    ...createTriggers(addHere, 'sim.'),
    get now() {
      return (now ??= createVerbs({ kind: 'at', time: '0s' }, (step) => driver.perform(step), 'sim.now, '));
    },
    add,
    get env() {
      return outside.noteEnv(env);
    },
    get applications() {
      return applications.all;
    },
    customers,
    get customer() {
      return customers[0] ?? customer;
    },
    ...createMoving(running, outside),
    hold: (why) => timeline.hold(why),
    authorize: (by = customer, clientId = id) =>
      authorize(running, applications.find(clientId, 'sim.authorize').id, by),
    get elapsed() {
      return timeline.now() - epoch;
    },
    gateway,
    ...(ca !== undefined && { ca }),
    fetch: createFetch(gateway),
    trace,
    ...createJudging(running, noteJudged),
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

/** What time moves for. */
const createMoving = (running: Running, outside: OutsideRun): Pick<Simulation, 'run' | 'elapse' | 'sleep'> => ({
  run: function run(work) {
    const site = callSiteOf(run);
    return outside.during(() => runClient(running, work, site));
  },
  elapse: async (duration) => {
    const length = readDuration(duration, 'sim.elapse');
    await outside.during(() => running.timeline.elapse(length));
  },
  sleep: async (duration, signal) => {
    const until = running.timeline.now() + readDuration(duration, 'sim.sleep');
    await running.timeline.sleepUntil(until, signal);
  },
});

const createJudging = (
  { world, trace, timeline, epoch }: Running,
  noteJudged: () => void,
): Pick<Simulation, 'explain' | 'judge'> => {
  const { assumptions, limits } = world.settings;
  return {
    explain: (exchange) => explain(trace.entries, { epoch, assumptions, limits }, exchange),
    judge: (rules) => {
      noteJudged();
      const until = timeline.now() - epoch;
      return judgeTrace(trace.raw, { assumptions, limits, until }, rules, 'sim.judge').map((one) =>
        maskJudgement(one, trace),
      );
    },
  };
};

/** The rules read what was really said; whoever reads their evidence must not. */
const maskJudgement = (judgement: Judgement, trace: Trace): Judgement => {
  if (judgement.verdict !== 'broken') return judgement;
  const [first, ...more] = judgement.evidence.map((one) => ({ ...one, text: trace.mask(one.text) }));
  return first === undefined ? judgement : { ...judgement, evidence: [first, ...more] };
};

const runClient = async <T>(
  { timeline, engine, returns, trace }: Running,
  work: () => T | PromiseLike<T>,
  site: CallSite,
): Promise<T> => {
  const mask = (text: string): string => trace.mask(text);
  try {
    const result = await timeline.run(work);
    if (result === goesOn) return result;
    engine.record({ kind: 'ended', outcome: 'fulfilled', ...(returns === 'result' && { told: tell(result, mask) }) });
    return result;
  } catch (error) {
    engine.record({ kind: 'ended', outcome: 'rejected', error: errorText(error), told: tell(error, mask) });
    throw isMisuse(error) && error.code === 'CLOCK_STUCK' ? tellStuck(error, trace.entries, site) : error;
  }
};

const authorize = (
  { engine }: Running,
  clientId: string,
  { id, scope }: { readonly id: string; readonly scope: string },
): string => {
  const { code } = engine.apply({ kind: 'authorize', clientId, customerId: id, scope });
  if (code === undefined) throw new Error('the core gave no code for an authorization');
  engine.record({ kind: 'authorized', application: clientId, customer: id, scope, code });
  return code;
};
