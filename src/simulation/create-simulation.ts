import type { Mail, Query } from '../core/world.ts';
import { disposed } from '../clock/errors.ts';
import { errorText } from '../error-text.ts';
import type { Step } from '../language/ast.ts';
import { show } from '../language/show.ts';
import { createTriggers, createVerbs } from '../language/step-builder.ts';
import { isMisuse, refuse } from '../misuse.ts';
import type { RunBy } from '../rules/history.ts';
import { judgeTrace } from '../rules/judge-trace.ts';
import type { Judgement } from '../rules/rule.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import { explain } from '../trace/explanation.ts';
import { tell, tellLater } from '../trace/told.ts';
import type { Trace } from '../trace/trace.ts';
import { createFetch } from '../transport/fetch.ts';
import type { Gateway } from '../transport/gateway.ts';
import { requireCustomer, type SimulatedApplication } from './application.ts';
import type { Applications } from './applications.ts';
import { type CallSite, callSiteOf, type StepSites } from './call-site.ts';
import type { ClientEnv } from './client-env.ts';
import type { SimulatedCustomer } from './customers.ts';
import { readDuration } from './options.ts';
import type { OutsideRun } from './outside-run.ts';
import { goesOn } from './returns.ts';
import type { Running } from './running.ts';
import type { Simulation } from './simulation.ts';
import { takeSnapshot } from './snapshot.ts';
import { tellOfRun } from './stuck.ts';
import { viewWorld, type WorldView } from './world-view.ts';

export interface SimulationParts {
  readonly running: Running;
  readonly applications: Applications;
  readonly gateway: Gateway;
  readonly ca: string | undefined;
  readonly stop: () => Promise<void>;
  readonly isOver: () => boolean;
  readonly sites: StepSites;
  readonly outside: OutsideRun;
  readonly runBy: RunBy;
  /** Is told when somebody asks what the rules say. */
  readonly noteJudged: () => void;
}

/** In a realm of `node:vm` Node 20 and 22 have no such symbol: there compilers make of `await using` what looks for this one. */
const asyncDispose: typeof Symbol.asyncDispose =
  Reflect.get(Symbol, 'asyncDispose') ?? Symbol.for('Symbol.asyncDispose');

/** What a test does with a simulation that runs. */
export const createSimulation = (parts: SimulationParts): Simulation => {
  const { running, applications, gateway, ca, stop, sites, outside } = parts;
  const { world, timeline, ahead, trace, engine, driver } = running;
  const add = (...steps: readonly Step[]): Simulation => {
    requireLive(parts);
    for (const step of steps) requireStep(step);
    driver.add(...steps);
    return sim;
  };
  const addHere = (step: Step): Simulation => add(sites.note(step, addHere));
  const readings = new Readings(parts);
  const sim: Simulation = Object.assign(readings, {
    add,
    hold: (why: string) => timeline.hold(why),
    authorize: (by: Authorizing = readings.customer, clientId = applications.all()[0]?.id ?? '') => {
      requireLive(parts);
      requireCustomer(world, by, 'sim.authorize');
      return authorize(running, applications.find(clientId, 'sim.authorize').id, by);
    },
    gateway,
    ...(ca !== undefined && { ca }),
    trace,
    snapshot: () => takeSnapshot(engine, world, timeline.now() + ahead, applications.saved()),
    stop,
    [asyncDispose]: stop,
    ...createTriggers(addHere, 'sim.'),
    ...createMoving(running, outside),
    ...createJudging(parts),
  });
  return sim;
};

/**
 * What a test reads of a simulation: each part when it is asked for. It is a class since getters of an object's own would keep
 * the simulation in memory until the engine looks through all of it.
 */
class Readings {
  readonly #parts: SimulationParts;
  #now: Simulation['now'] | undefined;
  #fetch: Simulation['fetch'] | undefined;

  constructor(parts: SimulationParts) {
    this.#parts = parts;
  }

  get now(): Simulation['now'] {
    const { driver } = this.#parts.running;
    const perform = (step: Step): Promise<void> =>
      this.#parts.isOver() ? Promise.reject(disposed('simulation')) : driver.perform(step);
    return (this.#now ??= createVerbs({ kind: 'at', time: '0s' }, perform, 'sim.now, '));
  }

  get env(): ClientEnv {
    return this.#parts.outside.noteEnv(this.#first.env);
  }

  get applications(): readonly SimulatedApplication[] {
    return this.#parts.applications.all();
  }

  get customers(): readonly SimulatedCustomer[] {
    return this.#first.customers;
  }

  get customer(): SimulatedCustomer {
    const [customer] = this.#first.customers;
    if (customer === undefined) throw new Error('a world without customers');
    return customer;
  }

  get elapsed(): number {
    const { timeline, epoch } = this.#parts.running;
    return timeline.now() - epoch;
  }

  get fetch(): Simulation['fetch'] {
    return (this.#fetch ??= createFetch(this.#parts.gateway, () => requireLive(this.#parts)));
  }

  get world(): WorldView {
    return viewWorld(this.#parts.running.world);
  }

  get outbox(): readonly Mail[] {
    return [...this.#parts.running.world.outbox];
  }

  get queries(): readonly Query[] {
    return [...this.#parts.running.world.queries.values()];
  }

  get assumed(): readonly AssumptionId[] {
    return [...this.#parts.running.service.leaned];
  }

  get unfired(): readonly Step[] {
    return this.#parts.running.driver.unfired();
  }

  get #first(): SimulatedApplication {
    const [application] = this.#parts.applications.all();
    if (application === undefined) throw new Error('a world without applications');
    return application;
  }
}

/** What is asked of a simulation that is over would be lost without a word. */
const requireLive = ({ isOver }: SimulationParts): void => {
  if (isOver()) throw disposed('simulation');
};

const requireStep = (step: unknown): void => {
  const { trigger, action } = Object(step) as Partial<Step>;
  if (trigger !== undefined && action !== undefined) return;
  throw refuse(
    'sim.add',
    `${show(step)} is no step`,
    'write sim.on("createDataQuery").fail(503), or add one of a scenario',
  );
};

/** What time moves for. */
const createMoving = (running: Running, outside: OutsideRun): Pick<Simulation, 'run' | 'elapse' | 'sleep'> => {
  const moving: Pick<Simulation, 'run' | 'elapse' | 'sleep'> = {
    run: (work) => {
      if (typeof work !== 'function') {
        return Promise.reject(
          refuse('sim.run', `${show(work)} is no function`, 'write sim.run(() => client(sim.env))'),
        );
      }
      const site = callSiteOf(moving.run);
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
  };
  return moving;
};

const createJudging = ({
  running: { world, trace, timeline, epoch, engine },
  runBy,
  noteJudged,
}: Pick<SimulationParts, 'running' | 'runBy' | 'noteJudged'>): Pick<Simulation, 'explain' | 'judge'> => {
  const { assumptions, limits } = world.settings;
  return {
    explain: (exchange) => explain(trace.entries, { epoch, assumptions, limits }, exchange),
    judge: (rules) => {
      noteJudged();
      const until = timeline.now() - epoch;
      const context = { assumptions, limits, until, runBy, open: engine.open() };
      return judgeTrace(trace.raw, context, rules, 'sim.judge').map((one) => maskJudgement(one, trace));
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
    // A trace that drops what it learned of a secret could not hide it later.
    const told = trace.keepsAll ? tellLater : tell;
    engine.record({ kind: 'ended', outcome: 'fulfilled', ...(returns === 'result' && { told: told(result, mask) }) });
    return result;
  } catch (error) {
    engine.record({ kind: 'ended', outcome: 'rejected', error: errorText(error), told: tell(error, mask) });
    throw isMisuse(error) ? tellOfRun(error, trace.entries, site) : error;
  }
};

/** A customer who authorizes an application, and for what. */
interface Authorizing {
  readonly id: string;
  readonly scope: string;
}

const authorize = ({ engine }: Running, clientId: string, { id, scope }: Authorizing): string => {
  const { code } = engine.apply({ kind: 'authorize', clientId, customerId: id, scope });
  if (code === undefined) throw new Error('the core gave no code for an authorization');
  engine.record({ kind: 'authorized', application: clientId, customer: id, scope, code });
  return code;
};
