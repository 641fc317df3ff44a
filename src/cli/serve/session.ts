import { performance } from 'node:perf_hooks';
import type { Scenario } from '../../language/ast.ts';
import { reportScenario, type ScenarioReport } from '../../play/run-scenario.ts';
import type { Played } from '../../simulate.ts';
import { goesOn } from '../../simulation/returns.ts';
import type { Snapshot } from '../../simulation/snapshot.ts';
import type { TransportChoice } from '../../simulation/open-transport.ts';
import { isMisuse, refuse } from '../../misuse.ts';
import { requireMovable, type ServedClock } from './clock.ts';
import { notifyRemedy } from './notify.ts';

/** What is played until it ends, or another one takes its place. */
export interface Part {
  readonly scenario: Scenario;
  readonly from?: Snapshot;
}

export interface SessionOptions {
  readonly transport: TransportChoice;
  readonly clock: ServedClock;
  readonly notifyUrl: string | undefined;
  /** Names the simulations, so that their texts are the same in each run. */
  readonly instance: string;
  /** Is told of a simulation that can be reached, the first time before the client begins. */
  readonly ready: (session: Session) => Promise<void>;
  /** Settles as the client does; with `goesOn` when it is left alone. Called once. */
  readonly client: () => Promise<unknown>;
  /** Is given what came of each part. */
  readonly ended: (report: ScenarioReport, real: number) => void;
}

/** A client that goes through one world after the other, at the same addresses. */
export interface Session {
  /** The world as it is now. */
  readonly played: Played;
  readonly part: Part;
  /** Begins another one in its place, which is judged by what happened until now. Rejects with Misuse where that cannot be. */
  replace(part: Part): Promise<void>;
}

/** Plays a scenario, and what takes its place, until the client has ended. Rejects with Misuse for what cannot be played. */
export const playSession = async (first: Part, options: SessionOptions): Promise<void> => {
  let client: Promise<unknown> | undefined;
  let next: Wish | undefined = { part: first, granted: () => undefined };
  while (next !== undefined) {
    const { part, granted }: Wish = next;
    next = undefined;
    const replaced = new AbortController();
    const replace = async (wanted: Part): Promise<void> => {
      requireMovable(options.clock, wanted.scenario);
      await rehearse(wanted, options);
      await new Promise<void>((resolve) => {
        next = { part: wanted, granted: resolve };
        replaced.abort();
      });
    };
    const accompany = async (played: Played): Promise<void> => {
      register(played, options);
      await options.ready({ played, part, replace });
      granted();
    };
    const play = (): Promise<unknown> => Promise.race([(client ??= options.client()), untilAborted(replaced.signal)]);
    const began = performance.now();
    const report = await reportScenario(part.scenario, play, { ...playedAs(part, options), accompany });
    options.ended(report, performance.now() - began);
  }
};

/** What was asked for by `replace`, and who is to be told. */
interface Wish {
  readonly part: Part;
  readonly granted: () => void;
}

const untilAborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(goesOn), { once: true }));

/** Begins it where nobody can see it: what cannot be begun is refused while the world that was there goes on. */
const rehearse = async (part: Part, options: SessionOptions): Promise<void> => {
  await reportScenario(part.scenario, () => goesOn, { ...playedAs(part, options), transport: 'none' });
};

const playedAs = ({ scenario, from }: Part, { transport, clock, instance }: SessionOptions) => ({
  transport,
  clock,
  instance,
  returns: 'nothing' as const,
  ...(scenario.seed !== undefined && { seed: scenario.seed }),
  ...(scenario.expect.rules !== undefined && { rules: scenario.expect.rules }),
  ...(from !== undefined && { from }),
});

const register = ({ sim }: Played, { notifyUrl }: SessionOptions): void => {
  if (notifyUrl === undefined) return;
  try {
    for (const { env } of sim.applications) env.onNotification(notifyUrl);
  } catch (error) {
    // A test may allow other hosts; whoever serves has no say in it.
    throw isMisuse(error) ? refuse('--notify', error.what, notifyRemedy) : error;
  }
};
