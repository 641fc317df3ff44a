import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { turnAfter } from '../../check/hands.ts';
import { Misuse } from '../../misuse.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Shard } from '../options.ts';
import type { CheckSummary } from './summary.ts';
import { countScenarios, notBegun, type Progress } from './run-check.ts';

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
  readonly child: ChildProcess;
  progress: Progress;
  summary: CheckSummary | undefined;
  /** It was told to stop: what it would find, one that is done has found before. */
  isDismissed: boolean;
}

/**
 * This very command in several processes, each with a share of the scenarios. When one breaks the client, the others go on
 * only as far as a single process would have come: so what is found does not depend on how many there are.
 *
 * Gives back the reports of those that ended. Throws Misuse CLIENT_INVALID when one of them ends without a report.
 */
export const runPool = async ({ shares, onProgress, signal, keepGoing }: Pool) => {
  const workers = shares.map(({ argv, share }): Worker => {
    const child = startWorker(argv);
    return { share, child, progress: notBegun, summary: undefined, isDismissed: false };
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
  try {
    await Promise.all(
      workers.map((worker) =>
        hearOut(worker, () => {
          onProgress(workers.map(({ progress }) => progress));
          look();
        }),
      ),
    );
  } finally {
    signal?.removeEventListener('abort', interrupt);
    for (const { child } of workers) child.kill('SIGKILL');
  }
  return {
    summaries: workers.flatMap(({ summary }) => summary ?? []),
    /** Whether one of them was stopped by the user. */
    isInterrupted: workers.some(({ summary, isDismissed }) => summary === undefined && !isDismissed),
    /** Of those that were stopped. */
    runsBesides: workers.reduce((sum, { summary, progress }) => sum + (summary === undefined ? progress.runs : 0), 0),
  };
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

const startWorker = (argv: readonly string[]): ChildProcess => {
  const [, script = ''] = process.argv;
  return spawn(process.execPath, [...process.execArgv, script, ...argv], {
    // Standard output is for the report.
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { ...process.env, [workerOf]: '1' },
  });
};

const hearOut = (worker: Worker, onNews: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const { child, share } = worker;
    const lost = (how: string): Misuse =>
      new Misuse(
        'CLIENT_INVALID',
        `worker ${share.index}/${share.of}, after ${countScenarios(worker.progress)}`,
        `it ended without a report: ${how}`,
        `run "check --shard ${share.index}/${share.of}" without --workers to see why`,
      );
    child.on('message', (message: Message) => {
      if (message.kind === 'refused') {
        const { code, place, what, hint } = message.misuse;
        reject(new Misuse(code, place, what, hint));
        return;
      }
      if (message.kind === 'progress') worker.progress = message.progress;
      else worker.summary = message.summary;
      onNews();
    });
    child.once('error', (error) => reject(lost(error.message)));
    child.once('close', (code, signal) => {
      // A terminal tells all of us at once, and it may be done before we are.
      if (worker.summary !== undefined || worker.isDismissed || code === exitCodes.interrupted) resolve();
      else reject(lost(code === null ? String(signal) : `exit code ${code}`));
    });
  });

/** Set for the processes that share the work: they tell their parent, and nobody else. */
export const workerOf = 'STUNT_DOUBLE_WORKER';

/** What a worker tells its parent. Not on standard output, where the client may print. */
export type Message =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'summary'; readonly summary: CheckSummary }
  | { readonly kind: 'refused'; readonly misuse: Pick<Misuse, 'code' | 'place' | 'what' | 'hint'> };

/** Fulfils when the message is on its way; nobody may be there any more to hear it. */
export const sendToParent = (message: Message): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected && process.send !== undefined) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
