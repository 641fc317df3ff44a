import type { RuleChoice } from '../../rules/rule-choice.ts';
import type { Scenario } from '../../language/ast.ts';
import type { Outcome } from '../../play/expectations.ts';
import { errorText } from '../../error-text.ts';
import { isMisuse } from '../../misuse.ts';
import { simulateScenario } from '../../simulate.ts';
import type { Client } from '../../simulation/client-env.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { Assumptions } from '../../spec/assumptions.ts';
import { ms } from '../../spec/time.ts';
import { createGuard, type Transport } from '../../play/request-limit.ts';
import { type Endless, judgeTrial } from './judge-trial.ts';
import { modeOf } from './mode.ts';
import type { Trial } from './trial.ts';

/** Looks at what a client that succeeded brought in, and throws when it is wrong. */
export type CheckResult = (result: unknown, story: Pick<Simulation, 'customers' | 'outbox'>) => unknown;

/** How runs are made. */
export interface Trying {
  readonly client: Client;
  readonly transport: Transport;
  readonly checkResult?: CheckResult;
  /** Which rules are judged, and at which level. */
  readonly rules?: RuleChoice;
  /** Decided in every story in the same way. */
  readonly assumptions?: Partial<Assumptions>;
}

/** Virtual time within which every client must have come to an end, one way or the other. */
const horizon = '5d';
/** Real milliseconds that a run may take at most. */
const mostReal = 20_000;
const mostRequests = 3000;

/** How a run came to its end: the client settled, or had to be stopped. */
type Ending = { readonly how: 'settled'; readonly outcome: Outcome } | Endless;

/** Runs a client through a story, and tells what it did wrong. Rejects with Misuse when the story cannot be played. */
export const tryScenario = async (told: Scenario, trying: Trying): Promise<Trial> => {
  const scenario = decide(told, trying);
  const { client, transport, checkResult, rules } = trying;
  const guard = createGuard(transport, mostRequests);
  const { sim, watchAftermath } = await simulateScenario({
    ...settingsOf(scenario),
    transport: guard.transport,
    unfired: 'ignore',
  });
  const clock = createAlarm();
  try {
    for (const step of scenario.steps) sim.tell(step);
    const flood = guard.flooded.then(
      (): Ending => ({ how: 'flooded', why: `it sent more than ${mostRequests} requests` }),
    );
    const ending = await Promise.race([play(sim, client, clock.ring), flood, clock.rung]);
    const { elapsed, unfired } = sim;
    if (ending.how === 'settled') await watchAftermath();
    const outcome: Outcome = ending.how === 'settled' ? ending.outcome : { ok: false, error: ending.why };
    const wrong = outcome.ok ? await look(checkResult, outcome.result, sim) : undefined;
    const endless = ending.how === 'settled' ? undefined : ending;
    const { trace } = sim;
    const judgements = sim.judge(scenario.expect.rules ?? rules);
    const mode = modeOf(scenario);
    const judged = judgeTrial({ mode, outcome, endless, wrong, judgements, entries: trace.entries });
    return { scenario, ...judged, outcome, trace, elapsed, unfired };
  } finally {
    clock.stop();
    await sim.stop().catch(unlessAsleep);
  }
};

const decide = (scenario: Scenario, { assumptions }: Trying): Scenario =>
  assumptions === undefined ? scenario : { ...scenario, assumptions: { ...scenario.assumptions, ...assumptions } };

const settingsOf = ({
  seed = 0,
  profile,
  latency,
  clockSkew,
  limits,
  applications,
  customers,
  assumptions,
}: Scenario) => ({
  seed,
  ...(profile !== undefined && { profile }),
  ...(latency !== undefined && { latency }),
  ...(clockSkew !== undefined && { clockSkew }),
  ...(limits !== undefined && { limits }),
  ...(applications !== undefined && { applications }),
  ...(customers.length > 0 && { customers }),
  assumptions,
});

/** Rings when virtual time has gone too far, or real time has. */
const createAlarm = () => {
  let ring = (): void => {};
  const rung = new Promise<Ending>((resolve) => {
    ring = () => resolve({ how: 'overdue', why: `it was not at an end after ${horizon}` });
  });
  const real = setTimeout(ring, mostReal);
  return { ring: () => ring(), rung, stop: () => clearTimeout(real) };
};

/** A step that lets time pass may still be at it. */
const unlessAsleep = (error: unknown): void => {
  if (!isMisuse(error) || error.code !== 'DISPOSED') throw error;
};

/** Runs the client until it has settled; the clock rings when it has taken far too long. */
const play = async (sim: Simulation, client: Client, ring: () => void): Promise<Ending> => {
  try {
    const result = await sim.run(async () => {
      const alarm = setTimeout(ring, ms(horizon));
      try {
        return await client(sim.env);
      } finally {
        clearTimeout(alarm);
      }
    });
    return { how: 'settled', outcome: { ok: true, result } };
  } catch (error) {
    const why = errorText(error);
    const isStopped = isMisuse(error) && (error.code === 'CLOCK_STUCK' || error.code === 'CLOCK_RUNAWAY');
    return isStopped ? { how: 'stuck', why } : { how: 'settled', outcome: { ok: false, error: why } };
  }
};

/** What is wrong with a result, by the user's own word; undefined when nothing is. */
const look = async (
  checkResult: CheckResult | undefined,
  result: unknown,
  sim: Simulation,
): Promise<string | undefined> => {
  try {
    await checkResult?.(result, sim);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
};
