import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { nowTrying } from '../../check/trial/now-trying.ts';
import { given } from '../../language/data.ts';
import { writeToken } from '../../language/replay-token.ts';
import { isMisuse } from '../../misuse.ts';
import { whenSpinning } from '../../play/watchdog/watchdog.ts';
import type { Terminal } from '../../print/terminal.ts';
import { fromHere } from '../../print/show-path.ts';
import { keptThread } from '../cut-short.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interrupted, interruptedCode, orInterrupted } from '../interruption.ts';
import { loadClient } from '../load-client.ts';
import { type CheckArguments, readCheckOptions, readOrder } from './arguments.ts';
import { takeOrder } from './fresh-process.ts';
import { notBegun, runCheck } from './run-check.ts';
import { cutAt } from './unfinished.ts';
import { sendToParent, workerOf } from './workers.ts';

/**
 * One of several processes: all that it has to say it says to its parent, and without it there is nothing to do. What was
 * typed is complete here, and the configuration is not read again.
 */
export const workForParent = async (args: CheckArguments, terminal: Terminal): Promise<ExitCode> => {
  const orphaned = new Promise<typeof interrupted>((done) => {
    process.once('disconnect', () => done(interrupted));
  });
  try {
    const choice = { file: fromHere(args.client ?? ''), namedBy: 'the command line' };
    const client = await loadClient(choice);
    const options = readCheckOptions(args);
    const replay = terminal.env[workerOf] === 'replay' ? (await takeOrder())?.token : undefined;
    const checkRun = { client, options: { ...options, ...given({ replay }) }, order: readOrder(args, choice.file) };
    let last = notBegun;
    const began = performance.now();
    whenSpinning((spin) => {
      const summary = cutAt(keptThread(spin), last, checkRun, performance.now() - began);
      if (summary !== undefined) void sendToParent({ kind: 'summary', summary });
      return summary !== undefined;
    });
    if (terminal.env[workerOf] === 'again') {
      nowTrying.onNext = () => {
        const { scenario, turn = 0 } = nowTrying;
        if (scenario === undefined) return;
        const token = writeToken({ scenario });
        void sendToParent({ kind: 'trying', tried: { token, turn, order: checkRun.order } });
      };
    }
    const running = runCheck({
      ...checkRun,
      onProgress: (progress) => {
        last = progress;
        void sendToParent({ kind: 'progress', progress });
      },
    });
    const summary = await orInterrupted(Promise.race([running, orphaned]), terminal);
    if (summary === interrupted) return interruptedCode(terminal);
    await sendToParent({ kind: 'summary', summary });
    return exitCodes.kept;
  } catch (error) {
    if (!isMisuse(error)) throw error;
    const { code, place, what, hint } = error;
    await sendToParent({ kind: 'refused', misuse: { code, place, what, hint } });
    return exitCodes.misuse;
  }
};
