import type { Step } from '../language/ast.ts';
import { show } from '../language/show.ts';
import { createTriggers } from '../language/step-builder.ts';
import { refuse } from '../misuse.ts';
import type { RunBy } from '../rules/history.ts';
import { judgeTrace } from '../rules/judge-trace.ts';
import type { Judgement } from '../rules/rule.ts';
import { explain } from '../trace/explanation.ts';
import type { Trace } from '../trace/trace.ts';
import type { Gateway } from '../transport/gateway.ts';
import { requireCustomer } from './application.ts';
import type { Applications } from './applications.ts';
import type { StepSites } from './call-site.ts';
import { createMoving } from './moving.ts';
import type { OutsideRun } from './outside-run.ts';
import type { Running } from './running.ts';
import type { Simulation } from './simulation.ts';
import { takeSnapshot } from './snapshot.ts';
import { requireLive, State } from './state.ts';

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
  const state = new State(parts);
  const sim: Simulation = Object.assign(state, {
    add,
    hold: (why: string) => timeline.hold(why),
    authorize: (by: Authorizing = state.customer, clientId = applications.all()[0]?.id ?? '') => {
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

const requireStep = (step: unknown): void => {
  const { trigger, action } = Object(step) as Partial<Step>;
  if (trigger !== undefined && action !== undefined) return;
  throw refuse(
    'sim.add',
    `${show(step)} is no step`,
    'write sim.on("createDataQuery").fail(503), or add one of a scenario',
  );
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
