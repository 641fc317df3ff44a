import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { turnAfter } from '../../check/shards.ts';
import { Misuse } from '../../misuse.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Shard } from '../options.ts';
import { here } from '../../print/show-path.ts';
import { readToken } from '../../language/replay-token.ts';
import { asFailure, endedProcess } from '../cut-short.ts';
import { type CheckOrder, type CheckSummary, emptySummary } from './summary.ts';
import { countScenarios } from '../../check/recommendations/announce.ts';
import { notBegun, type Progress } from './run-check.ts';

export interface Pool {
  /** For each share its words for the command line, and the share itself. */
  readonly shares: readonly { readonly argv: readonly string[]; readonly share: Shard }[];
  readonly onProgress: (standings: readonly Progress[]) => void;
  readonly signal: AbortSignal | undefined;
  /** Whether all go on to their ends, whatever one of them finds. */
  readonly keepGoing: boolean;
}

interface Worker {
  readonly share: Shard;
  readonly argv: readonly string[];
  child: ChildProcess;
  progress: Progress;
  summary: CheckSummary | undefined;
  /** It was told to stop: what it would find, one that is done has found before. */
  isDismissed: boolean;
  /** How its process ended in the middle of it, if it did. */
  lost?: string;
  /** The scenario that it was at, where its part is run again. */
  tried?: Tried;
}

/**
 * This very command in several processes, each with a share of the scenarios. When one breaks the client, the others go on
 * only as far as a single process would have come: so what is found does not depend on how many there are. A process that is
 * lost is replaced, and its share run again; a share that takes a second one with it is a failure of the scenario it was at.
 *
 * Gives back the reports of those that ended. Throws Misuse CLIENT_INVALID when one is lost twice before its first scenario.
 */
export const runPool = async ({ shares, onProgress, signal, keepGoing }: Pool) => {
  const workers = shares.map(({ argv, share }): Worker => {
    const child = startWorker(process.argv[1], argv, 'first');
    return { share, argv, child, progress: notBegun, summary: undefined, isDismissed: false };
  });
  const interrupt = (): void => {
    for (const worker of workers) dismiss(worker);
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  if (signal?.aborted === true) interrupt();
  const look = (): void => {
    if (keepGoing) return;
    const first = Math.min(...workers.flatMap(({ summary }) => summary?.failures.map(({ run = 0 }) => run) ?? []));
    for (const worker of workers) if (lastRun(worker) > first) dismiss(worker);
  };
  const onNews = (): void => {
    onProgress(workers.map(({ progress }) => progress));
    look();
  };
  try {
    await Promise.all(workers.map((worker) => seeThrough(worker, onNews)));
  } finally {
    signal?.removeEventListener('abort', interrupt);
    for (const { child } of workers) child.kill('SIGKILL');
  }
  return {
    summaries: workers.flatMap(({ summary }) => summary ?? []),
    /** Parts that were run a second time, in words. */
    replaced: workers.flatMap(({ lost, share }) => (lost === undefined ? [] : [`part ${partOf(share)}: ${lost}`])),
    /** Whether one of them was stopped by the user. */
    isInterrupted: workers.some(({ summary, isDismissed }) => summary === undefined && !isDismissed),
    /** Of those that were stopped. */
    runsBesides: workers.reduce((sum, { summary, progress }) => sum + (summary === undefined ? progress.runs : 0), 0),
  };
};

const partOf = ({ index, of }: Shard): string => `${index}/${of}`;

/** Hears one out, or else the one that takes its place. */
const seeThrough = async (worker: Worker, onNews: () => void): Promise<void> => {
  const lost = await hearOut(worker, onNews);
  if (lost === undefined) return;
  worker.lost = `its process ended without a report after ${countScenarios(worker.progress.runs)} (${lost})`;
  worker.progress = notBegun;
  worker.child = startWorker(process.argv[1], worker.argv, 'again');
  const again = await hearOut(worker, onNews);
  if (again === undefined) return;
  worker.summary = giveUp(
    worker,
    `the process of part ${partOf(worker.share)} ended in the middle of it, twice: ${lost}, ${again}`,
  );
  onNews();
};

/** A part that no process comes through. Throws Misuse CLIENT_INVALID where it is not known what it was at. */
const giveUp = ({ share, progress, tried }: Worker, how: string): CheckSummary => {
  const failure =
    tried && asFailure(endedProcess(how), { turn: tried.turn, scenario: readToken(tried.token).scenario });
  if (tried !== undefined && failure !== undefined)
    return { ...emptySummary(tried.order, share), runs: progress.runs, failures: [failure] };
  throw new Misuse(
    'CLIENT_INVALID',
    `worker ${partOf(share)}, after ${countScenarios(progress.runs)}`,
    how,
    `run "check --shard ${partOf(share)}" without --workers to see why`,
  );
};

/**
 * Among all scenarios the number of the last that a worker is known to have run, or of its first. It may be the one that
 * breaks the client, and still be shrinking.
 */
const lastRun = ({ share, progress }: Worker): number => turnAfter(share, progress.runs);

const dismiss = (worker: Worker): void => {
  if (worker.summary !== undefined) return;
  worker.isDismissed = true;
  worker.child.kill('SIGKILL');
};

/** This very command, as a process that tells its parent. */
export const startWorker = (script = '', argv: readonly string[], which: WorkerKind): ChildProcess => {
  // Standard output is for the report; what a client prints that is played once more it has printed before.
  const output = which === 'replay' ? 'ignore' : 2;
  return spawn(process.execPath, [...process.execArgv, script, ...argv], {
    cwd: here,
    stdio: ['ignore', output, output, 'ipc'],
    env: { ...process.env, [workerOf]: which },
  });
};

/** Those of a process that was told to end, as its parent may have been, too, and is about to hear. */
const toldToEnd: readonly (number | null)[] = [exitCodes.interrupted, exitCodes.terminated, exitCodes.hungUp];

/** Fulfils when it has ended: with how it did, where that was in the middle of it. Rejects with a Misuse that it met. */
const hearOut = (worker: Worker, onNews: () => void): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const { child } = worker;
    child.on('message', (message: Message) => {
      if (message.kind === 'refused') {
        const { code, place, what, hint } = message.misuse;
        reject(new Misuse(code, place, what, hint));
        return;
      }
      if (message.kind === 'trying') {
        worker.tried = message.tried;
        return;
      }
      if (message.kind === 'progress') worker.progress = message.progress;
      else worker.summary = message.summary;
      onNews();
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => {
      // A terminal tells all of us at once, and it may be done before we are.
      if (worker.summary !== undefined || worker.isDismissed || toldToEnd.includes(code)) resolve(undefined);
      else resolve(code === null ? String(signal) : `exit code ${code}`);
    });
  });

/** Set for the processes that share the work: they tell their parent, and nobody else. */
export const workerOf = 'STUNT_DOUBLE_WORKER';

/** Which one it is: one of several, the one in the place of another, or one that plays a counterexample. */
export type WorkerKind = 'first' | 'again' | 'replay';

/** The scenario that is about to be run. */
interface Tried {
  readonly token: string;
  readonly turn: number;
  readonly order: CheckOrder;
}

/** What a worker tells its parent. Not on standard output, where the client may print. */
export type Message =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'trying'; readonly tried: Tried }
  | { readonly kind: 'summary'; readonly summary: CheckSummary }
  | { readonly kind: 'refused'; readonly misuse: Pick<Misuse, 'code' | 'place' | 'what' | 'hint'> };

/** Fulfils when the message is on its way; nobody may be there any more to hear it. */
export const sendToParent = (message: Message): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected && process.send !== undefined) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
