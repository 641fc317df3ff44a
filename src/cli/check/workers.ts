import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { Misuse } from '../../misuse.ts';
import { exitCodes } from '../exit-codes.ts';
import type { CheckSummary, Share } from './summary.ts';
import { type Message, workerOf } from './tell-parent.ts';
import { countStories, noStanding, type Standing } from './tell-stories.ts';

export interface Pool {
  /** For each share its words for the command line, and the share itself. */
  readonly shares: readonly { readonly argv: readonly string[]; readonly share: Share }[];
  readonly onStanding: (standings: readonly Standing[]) => void;
  readonly signal: AbortSignal | undefined;
}

interface Worker {
  readonly share: Share;
  readonly child: ChildProcess;
  standing: Standing;
  summary: CheckSummary | undefined;
  /** It was told to stop: what it would find, one that is done has found before. */
  isDismissed: boolean;
}

/** What the workers came to: the reports of those that ended, and how many stories all have told. */
export interface PoolResult {
  readonly summaries: readonly CheckSummary[];
  /** Of those that were stopped. */
  readonly runsBesides: number;
  /** Whether one of them was stopped by the user. */
  readonly isInterrupted: boolean;
}

/**
 * This very command in several processes, each with a share of the stories. When one breaks the client, the others go on
 * only as far as a single process would have come: so what is found does not depend on how many there are.
 *
 * Throws Misuse CLIENT_INVALID when one of them ends without a report.
 */
export const runPool = async ({ shares, onStanding, signal }: Pool): Promise<PoolResult> => {
  const workers = shares.map(({ argv, share }): Worker => {
    const child = startWorker(argv);
    return { share, child, standing: noStanding, summary: undefined, isDismissed: false };
  });
  const interrupt = (): void => {
    for (const worker of workers) dismiss(worker);
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  if (signal?.aborted === true) interrupt();
  const look = (): void => {
    const first = Math.min(...workers.flatMap(({ summary }) => summary?.failures.map(({ run = 0 }) => run) ?? []));
    for (const worker of workers) if (lastRun(worker) > first) dismiss(worker);
  };
  try {
    await Promise.all(
      workers.map((worker) =>
        hearOut(worker, () => {
          onStanding(workers.map(({ standing }) => standing));
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
    isInterrupted: workers.some(({ summary, isDismissed }) => summary === undefined && !isDismissed),
    runsBesides: workers.reduce((sum, { summary, standing }) => sum + (summary === undefined ? standing.runs : 0), 0),
  };
};

/**
 * Among all stories the number of the last that a worker is known to have told, or of its first. It may be the one that
 * breaks the client, and be on its way to become plainer.
 */
const lastRun = ({ share, standing }: Worker): number => share.index + share.of * Math.max(0, standing.runs - 1);

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
        `worker ${share.index}/${share.of}, after ${countStories(worker.standing)}`,
        `it ended without a report: ${how}`,
        `run "check --shard ${share.index}/${share.of}" without --workers to see why`,
      );
    child.on('message', (message: Message) => {
      if (message.kind === 'refused') {
        const { code, place, what, hint } = message.misuse;
        reject(new Misuse(code, place, what, hint));
        return;
      }
      if (message.kind === 'standing') worker.standing = message.standing;
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
