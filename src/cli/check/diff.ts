import { type DiffReport, diffClients } from '../../check/diff/diff-clients.ts';
import { printDiff } from '../../check/diff/print-diff.ts';
import type { Terminal } from '../../print/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interruptedCode } from '../interruption.ts';
import { keepApart } from '../keep-apart.ts';
import { type ClientChoice, loadClient } from '../load-client.ts';
import { openPage } from '../page-options.ts';
import { describeReplay } from '../replay-line.ts';
import type { Client } from '../../simulation/client-env.ts';
import { diffPage, type Side } from './diff-page.ts';
import { openJson } from '../outlets.ts';
import { showPath } from '../../print/show-path.ts';
import { describeBroken } from './describe-counterexample.ts';
import { readStyle } from '../../print/style.ts';
import { readCount, readSearchOptions, type SearchArguments } from './arguments.ts';
import { chooseNamed, configure } from './configure.ts';
import { say, sayOurBug, showWork } from './long-work.ts';

/** What was typed after `diff`. */
export interface DiffArguments extends SearchArguments {
  readonly before: string;
  readonly after: string;
  readonly runs?: string;
  readonly json?: string;
  readonly report?: string;
}

/** Runs two clients through the same scenarios, and says what is different; 1 when anything is. Throws Misuse BAD_OPTION, CLIENT_INVALID. */
export const showDifferences = async (typed: DiffArguments, terminal: Terminal): Promise<ExitCode> => {
  await terminal.watchThread?.();
  const { args, config } = await configure(typed);
  // Which is about one client, and may stand in the configuration.
  const { failOn: _, ...search } = readSearchOptions(args);
  const options = {
    ...search,
    ...(args.runs !== undefined && { runs: readCount('--runs', args.runs, 1) }),
  };
  const [one, other] = [chooseNamed(args.before, undefined), chooseNamed(args.after, undefined)];
  keepApart(args, [one.file, other.file, config?.file]);
  const [before, after] = [await loadClient(one), await loadClient(other)];
  const writeJson = openJson(args.json, terminal);
  const page = openPage(args.report, terminal);
  const { report, stopped, bug } = await showWork<DiffReport>(
    (onProgress) => diffClients(before, after, { ...options, onProgress }),
    terminal,
    {
      where: `${showPath(one.file)} -> ${showPath(other.file)}`,
      tell: (failure, soFar = { runs: 0, differences: [] }) => {
        const style = readStyle(terminal.stdout, terminal.env);
        const lines = describeBroken(failure, 'one of the scenarios', replayOf(failure.token), style);
        say(`${lines.join('\n')}\n`, terminal);
        writeJson({ ...soFar, failure });
      },
    },
  );
  const isWhole = report === undefined || writeJson({ ...report, ...(stopped !== undefined && { stopped }) });
  if (report !== undefined) say(`${showPath(one.file)} -> ${showPath(other.file)}\n${printDiff(report)}`, terminal);
  if (stopped === 'interrupted') return interruptedCode(terminal);
  if (stopped === 'bug') return sayOurBug(bug, replayOf, terminal);
  const sides = [sideOf(one, before, args), sideOf(other, after, args)] as const;
  const isShown = page === undefined || report === undefined || page(await diffPage(report, sides, options));
  if (!isWhole || !isShown) return exitCodes.unwritten;
  return report?.differences.length === 0 ? exitCodes.kept : exitCodes.broken;
};

const replayOf = (token: string): string => `npx stunt-double replay ${token}`;

const sideOf = ({ file }: ClientChoice, client: Client, { returns, rules }: DiffArguments): Side => ({
  client,
  name: showPath(file),
  replayOf: (token) => describeReplay({ token, client: file, returns, rules }),
});
