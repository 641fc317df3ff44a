import type { Terminal } from '../../print/terminal.ts';
import { isKept, type Result, type Run } from '../../report/result.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interruptedCode, isInterrupted, sayInterrupted } from '../interruption.ts';
import type { ServeArguments } from './arguments.ts';
import { playServed } from './play-served.ts';
import { prepareServe } from './prepare.ts';

/*
 * `stunt-double serve`: simulations as a real server, for a client that is a process of its own, in whatever language. Each
 * scenario is played as `run` plays it, only that the client is a command, or whoever comes as long as it is there; what comes
 * of it is judged and reported the same way.
 *
 * The order of things: all is read (`prepare.ts`), the server opens and the files are written (`open.ts`), and scenario after
 * scenario is played at the same addresses (`play-served.ts`, `session.ts`), each to the command (`run-command.ts`). What that is
 * told stands in one table (`environment.ts`). Whatever was opened is closed in reverse, however it ends.
 */

/** Throws Misuse for what cannot be served; what was played by then is reported all the same. */
export const serve = async (args: ServeArguments, terminal: Terminal): Promise<ExitCode> => {
  const hasCommand = args.command.length > 0;
  // What a shell reads is not mixed with what people read.
  const plan = await prepareServe(args, hasCommand ? terminal : { ...terminal, stdout: terminal.stderr });
  const { scenarios, outlets, traces } = plan;
  const results: Result[] = [];
  let played = 0;
  const end = (stopped: Run['stopped']): boolean => {
    // A world that took the place of another is a result of its own.
    const planned = scenarios.length - played + results.length;
    const notRun = scenarios.slice(played);
    const run = { results, planned, notRun, ...(notRun.length > 0 && stopped !== undefined && { stopped }) };
    return [outlets.end(run), traces?.end() ?? true].every(Boolean);
  };
  outlets.begin(scenarios.length);
  try {
    await playServed({ args, plan, terminal }, (index, result) => {
      played = result === undefined ? index : index + 1;
      if (result === undefined) return;
      outlets.result(result, results.length);
      traces?.write(results.length, result.report.trace.toJSONL());
      results.push(result);
    });
  } catch (error) {
    // Nothing was learned of anything yet.
    if (played === 0) traces?.end();
    else end('refused');
    throw error;
  }
  const isCutShort = hasCommand && isInterrupted(terminal);
  if (isCutShort) sayInterrupted(terminal);
  const isWhole = end('interrupted');
  if (isCutShort) return interruptedCode(terminal);
  if (!isWhole) return exitCodes.unwritten;
  return results.every(isKept) ? exitCodes.kept : exitCodes.broken;
};
