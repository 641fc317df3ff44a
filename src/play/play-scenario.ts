import type { ClockChoice } from '../clock/create-timeline.ts';
import type { Mail } from '../core/world.ts';
import { errorText } from '../error-text.ts';
import type { Scenario, Step } from '../language/ast.ts';
import { given } from '../language/data.ts';
import { type Settings, settingsOf } from '../language/settings.ts';
import { isMisuse } from '../misuse.ts';
import { failFrom, type FailOn, type RuleChoice } from '../rules/rule-choice.ts';
import type { Judgement } from '../rules/rule.ts';
import { type Played, simulateScenario } from '../simulate.ts';
import type { Client } from '../simulation/client-env.ts';
import type { TransportChoice } from '../simulation/open-transport.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { SimulateOptions } from '../simulation/options.ts';
import { findCause } from '../simulation/stuck.ts';
import type { Snapshot } from '../simulation/snapshot.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import type { Entry } from '../trace/entry.ts';
import type { Trace } from '../trace/trace.ts';
import type { Transport } from '../transport/gateway.ts';
import type { Outcome } from './outcome.ts';
import { type ProcessRecord, recordProcess } from './process-record.ts';
import { createLimiter, type Limiter, type RunLimits, type Stopped } from './run-limits.ts';

/**
 * Plays a whole scenario to a client, and tells what it came to.
 *
 * A scenario's settings become the options of a simulation (`language/settings.ts`), its steps are given to the driver
 * (`src/driver`), and the client runs until it ends by itself, cannot go on, or has passed a limit (`run-limits.ts`). What
 * the scenario's expectations are about is taken then. A client that has ended is watched for a while longer, in the quiet
 * period, and only after that the rules are judged, over all that happened.
 *
 * This is the one way in which scenarios are played: `run`, `replay` and runners of tests judge what comes of it by the
 * scenario's expectations (`run-scenario.ts`, `expectations.ts`); `check`, `sweep`, `race` and `diff` by what no client may do
 * (`src/check`). Nothing here judges a client: whatever it does, a promise rejects only for a scenario that cannot be
 * played. The client is given its environment and nothing else; it can never tell how it is judged.
 */
export const playScenario = async (
  scenario: Scenario,
  client: Client,
  options: PlayOptions = {},
): Promise<PlayedScenario> => {
  const record = recordProcess(isWatched(options.clock));
  const [ran] = await Promise.allSettled([play(scenario, client, options, record)]);
  const process = await record.end();
  if (ran.status === 'rejected') throw ran.reason;
  return { ...ran.value, process };
};

const play = async (
  scenario: Scenario,
  client: Client,
  options: PlayOptions,
  record: Pick<ReturnType<typeof recordProcess>, 'noteWaiting'>,
): Promise<Omit<PlayedScenario, 'process'>> => {
  const { rules, failOn, checkResult, clock, from, accompany } = options;
  const limiter = options.limits === undefined ? undefined : createLimiter(options.transport, options.limits);
  const played = await simulateScenario(playedAs(scenario, options, limiter));
  const { sim, watchQuietPeriod, missing, raw } = played;
  const release = limiter?.start(() => sim.elapsed);
  try {
    if (from === undefined) sim.add(...scenario.steps);
    await accompany?.(played);
    const end = await runClient(sim, client, limiter);
    const { elapsed, unfired, assumed, outbox: mails, trace } = sim;
    const entries = raw().length;
    const waitsFor = isWaiting(end) ? findCause(raw()) : undefined;
    if (isWaiting(end) && waitsFor === undefined) record.noteWaiting();
    if (end.stopped === undefined && isWatched(clock)) await watchQuietPeriod();
    const wrong = await complaintOf(checkResult, end.outcome, sim);
    const judgements = sim.judge(failFrom(failOn, scenario.expect.rules ?? rules));
    const said = { wrong, judgements };
    return { ...said, elapsed, unfired, assumed, mails, trace, raw: raw(), entries, missing, waitsFor, ...end };
  } finally {
    release?.();
    await sim.stop().catch(unlessAsleep);
  }
};

/** How a scenario is played, besides what it says itself. */
export type PlayOptions = Pick<SimulateOptions, 'random' | 'returns' | 'instance' | 'secrets'> & {
  /** Which rules are judged, where the scenario does not say so itself. */
  readonly rules?: RuleChoice;
  /** The level from which on a broken rule breaks a run. */
  readonly failOn?: FailOn;
  /** Whose time it runs in: a virtual one of its own. With the others nobody watches what a client does after its end. */
  readonly clock?: ClockChoice;
  /** The saved world that it goes on from, in place of the scenario's own; its steps have happened. */
  readonly from?: Snapshot;
  /** Is given the simulation before the client begins. */
  readonly accompany?: (played: Played) => unknown;
  /** Is given the result of a client that succeeded, and throws when it is wrong. */
  readonly checkResult?: CheckResult;
} & (
    | { readonly transport?: TransportChoice; readonly limits?: undefined }
    | { readonly transport: Transport; readonly limits: RunLimits }
  );

const playedAs = (
  scenario: Scenario,
  { transport, random, returns, instance, secrets, clock, from }: PlayOptions,
  limiter: Limiter | undefined,
): SimulateOptions => ({
  ...(from === undefined ? settingsOf(scenario) : { from, ...undecided(scenario) }),
  ...given({ clock, transport: limiter?.transport ?? transport, random, returns, instance, secrets }),
  unfired: 'ignore',
  // What may go on for days keeps what it usually does; all else is judged as a whole.
  ...(isWatched(clock) && { keep: Number.POSITIVE_INFINITY }),
});

/** The settings that a saved world has not decided. */
const undecided = ({ latency, clockSkew }: Scenario): Settings => given({ latency, clockSkew });

/** What goes on in another process after its end can be waited for only as long as it really takes. */
const isWatched = (clock: ClockChoice | undefined): boolean => clock === undefined || clock === 'own';

/** Looks at what a client that succeeded brought in, and throws when it is wrong. */
export type CheckResult = (result: unknown, scenario: Pick<Simulation, 'customers' | 'outbox'>) => unknown;

interface End {
  readonly outcome: Outcome;
  /** Absent when the client ended by itself. */
  readonly stopped?: Stopped;
}

const isWaiting = ({ stopped }: End): boolean => stopped?.how === 'stuck' || stopped?.how === 'overdue';

/** How a client fared, as far as whoever has it run is told. */
export interface Fared {
  readonly outcome: Outcome;
  /** Virtual milliseconds from the start to the end of the client. */
  readonly elapsed: number;
  /** The open points of the interface document that decided something. */
  readonly assumed: readonly AssumptionId[];
  /** What the rules say of all that happened. */
  readonly judgements: readonly Judgement[];
}

export interface PlayedScenario extends End, Fared {
  /** What the trace cannot tell: it hangs on the process. */
  readonly process: ProcessRecord;
  /** What `checkResult` says against the result; undefined when nothing. */
  readonly wrong: string | undefined;
  /** Steps whose trigger had not fired by then, or that met nothing. */
  readonly unfired: readonly Step[];
  /** E-mails accepted by then. */
  readonly mails: readonly Mail[];
  /** All that happened, in the quiet period, too. */
  readonly trace: Trace;
  /** The same, secrets and all: for judging, never for showing. */
  readonly raw: readonly Entry[];
  /** Of a client that waits without end: what keeps it waiting, as far as the trace shows it. */
  readonly waitsFor: string | undefined;
  /** How many entries of the trace there were when the client ended. */
  readonly entries: number;
  /** What did not arrive of what there was, a sentence each. */
  readonly missing: () => readonly string[];
}

const runClient = async (sim: Simulation, client: Client, limiter: Limiter | undefined): Promise<End> => {
  const call = () => client(sim.env);
  if (limiter === undefined) return endOf(sim, sim.run(call));
  const passed = limiter.passed.then((stopped): End => ({ outcome: { ok: false, error: stopped.why }, stopped }));
  return Promise.race([
    endOf(
      sim,
      sim.run(() => limiter.limit(call)),
    ),
    passed,
  ]);
};

/** A clock that cannot go on stops the client: that is no end of its own. */
const endOf = async ({ trace }: Simulation, run: Promise<unknown>): Promise<End> => {
  try {
    return { outcome: { ok: true, result: await run } };
  } catch (error) {
    const isStuck = isMisuse(error) && (error.code === 'CLOCK_STUCK' || error.code === 'CLOCK_RUNAWAY');
    // What follows the first line shows what happened, and so does a report.
    const [told = ''] = isStuck ? errorText(error).split('\n') : [errorText(error)];
    const why = trace.mask(told);
    return isStuck
      ? { outcome: { ok: false, error: why }, stopped: { how: 'stuck', why } }
      : { outcome: { ok: false, error: why, thrown: error } };
  }
};

const complaintOf = async (
  checkResult: CheckResult | undefined,
  outcome: Outcome,
  sim: Simulation,
): Promise<string | undefined> => {
  try {
    if (outcome.ok) await checkResult?.(outcome.result, sim);
    return undefined;
  } catch (error) {
    return sim.trace.mask(errorText(error));
  }
};

/** A step that lets time pass may still be at it. */
const unlessAsleep = (error: unknown): void => {
  if (!isMisuse(error) || error.code !== 'DISPOSED') throw error;
};
