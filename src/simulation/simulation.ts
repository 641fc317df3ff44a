import type { Mail, Query } from '../core/world.ts';
import type { Judgement } from '../rules/rule.ts';
import type { RuleChoice } from '../rules/rule-choice.ts';
import type { Step } from '../language/ast.ts';
import type { Triggers, StepVerbs } from '../language/step-builder.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import type { Duration } from '../spec/time.ts';
import type { Trace } from '../trace/trace.ts';
import type { Explanation } from '../trace/explanation.ts';
import type { Gateway } from '../transport/gateway.ts';
import type { SimulatedApplication } from './application.ts';
import type { ClientEnv } from './client-env.ts';
import type { SimulatedCustomer } from './customers.ts';
import type { Snapshot } from './snapshot.ts';
import type { WorldView } from './world-view.ts';

/*
 * This layer puts a simulation together, and is what a test sees of it. `src/simulate.ts` is where all meets. Options are read and
 * checked (`options.ts`), a transport is opened, for a server has to listen before addresses are known (`open-transport.ts`,
 * `addresses.ts`), and a world is set up: one that nobody has touched, with accounts and applications (`setup.ts`,
 * `accounts.ts`, `custom-data.ts`, `application.ts`), or one that was saved (`snapshot.ts`). Around it go the engine, which
 * alone changes the world, and the driver, which has it do what steps say. Requests come in by the transport's gateway;
 * notifications leave for the endpoints in the mailbox; views of the world are made when they are asked for
 * (`world-view.ts`), and never let a test reach in.
 *
 * Whatever was begun is undone in reverse when the simulation stops, or when it could not be begun to its end: nothing of
 * it may be left in the process. Nothing here decides what the service answers, and nothing here knows of scenarios as a
 * whole: they are played by `src/play`, which stands above.
 */

/** A live simulation: one world, one clock, one trace. Steps are added to it at any time, as in a scenario file. */
export interface Simulation extends Triggers<Simulation> {
  /** What a client is configured with. */
  readonly env: ClientEnv;
  /**
   * The applications as they are now: those of the beginning, then those whose profiles were made in the console, by a step
   * or by `sim.now.createProfile`. `env` and `customers` are those of the first.
   */
  readonly applications: readonly SimulatedApplication[];
  /** Those who authorized the first application: one for each customer and scope. */
  readonly customers: readonly SimulatedCustomer[];
  /** The first of the customers. */
  readonly customer: SimulatedCustomer;
  /**
   * Runs a client: time advances by itself while its promise is pending, and never while anything can still happen
   * without it. Settles as `work` does.
   *
   * Rejects with Misuse `CLOCK_STUCK` when the client waits for something that cannot come, `CLOCK_RUNAWAY` when it goes
   * on for 30 virtual days, `DISPOSED`.
   */
  run<T>(work: () => T | PromiseLike<T>): Promise<T>;
  /** Lets time pass by hand (`'1h'`); everything due on the way happens, in order. Throws Misuse `BAD_DURATION`. */
  elapse(duration: Duration): Promise<void>;
  /**
   * Says that a client out of reach, in another process or thread, sleeps so long, and settles when it wakes: when virtual time
   * is there, or the signal is aborted. Time that leaps by itself (`clock: 'leaping'`) goes there once nothing is under way;
   * any other passes, or is moved, as ever. Throws Misuse `BAD_DURATION`.
   */
  sleep(duration: Duration, signal?: AbortSignal): Promise<void>;
  /** Keeps time from moving until the returned release is called: for real work that cannot be seen from outside. */
  hold(why: string): () => void;
  /** What steps do, done at once: `await sim.now.revokeConsent()`. Rejects as `add` throws, and with Misuse `DISPOSED`. */
  readonly now: Omit<StepVerbs<Promise<void>>, 'elapse'>;
  /** Adds steps as plain data, such as `readScenario` returns. Throws Misuse, and adds none, when one names nobody that exists. */
  add(...steps: readonly Step[]): Simulation;
  /**
   * The customer authorizes the application (again); returns the code that it exchanges at `env.tokenUrl`. Throws Misuse
   * `UNKNOWN_APPLICATION`.
   */
  authorize(customer?: { readonly id: string; readonly scope: string }, application?: string): string;
  /** Virtual milliseconds since the simulation began. */
  readonly elapsed: number;
  /**
   * Answers requests to the simulated addresses, and only those, without going through sockets. Throws Misuse `DISPOSED` when
   * the simulation is over.
   */
  readonly fetch: typeof globalThis.fetch;
  /** What a transport of your own is attached to; those of the package take it, too. */
  readonly gateway: Gateway;
  /** With `transport: { server: { secure: true } }`: the certificate that clients have to trust, as PEM. */
  readonly ca?: string;
  /** All that happened so far, in order. */
  readonly trace: Trace;
  /**
   * Why an exchange was answered as it was: the gate or row, its section, the open points that decided, the clock, the
   * age of a remembered answer, how full the limits were. Without a number the last answer; undefined when there is none.
   */
  explain(exchange?: number): Explanation | undefined;
  /**
   * What the rules say of all that happened so far: whether the service was as the interfaces have it, and the client as
   * they want it. Throws Misuse `BAD_OPTION` for a rule that there is not.
   */
  judge(rules?: RuleChoice): readonly Judgement[];
  /** All that the service knows, as it is now. */
  readonly world: WorldView;
  /** E-mails accepted so far, oldest first. (Interface A) */
  readonly outbox: readonly Mail[];
  /** All queries, oldest first. (Interface C) */
  readonly queries: readonly Query[];
  /** The open points of the interface document that decided something so far. */
  readonly assumed: readonly AssumptionId[];
  /** Steps whose moment has not come. */
  readonly unfired: readonly Step[];
  /**
   * The world and its clock as plain JSON, to begin other simulations from: `simulate({ from: snapshot })`. Throws Misuse
   * `SNAPSHOT_BUSY` while the client waits for an answer. Steps that have not come to pass are not part of it.
   */
  snapshot(): Snapshot;
  /**
   * Ends the simulation and puts the process back as it was. Rejects when the simulation itself had failed, and with
   * Misuse `STEP_NEVER_FIRED` when a step never came to pass (unless `unfired: 'ignore'`). Harmless when called again.
   */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
