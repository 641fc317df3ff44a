import { Misuse } from '../../misuse.ts';
import { mute, toAscii } from '../../report/printable.ts';
import { fileStyle, isAscii, readStyle, type Style } from '../../report/style.ts';
import type { Terminal } from '../../report/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { openFile, readReporters } from '../outlets.ts';
import { describeCheck } from './describe.ts';
import { type CheckSummary, isBroken } from './summary.ts';

/** Writes a report everywhere it was asked for, and says with which code to end. */
export type ReportCheck = (summary: CheckSummary) => Promise<ExitCode>;

/** Opens all files, before anything runs in vain. Throws Misuse BAD_OPTION. */
export const openReports = async (
  typed: readonly string[] | undefined,
  { stdout, env }: Terminal,
): Promise<ReportCheck> => {
  const choices = readReporters(typed ?? ['terminal']);
  const stranger = choices.find(({ name }) => name !== 'terminal' && name !== 'json');
  if (stranger !== undefined) {
    throw new Misuse(
      'BAD_OPTION',
      '--reporter',
      `${stranger.name} is a report on scenarios`,
      'write terminal, json or json=path/to/file',
    );
  }
  const outlets = await Promise.all(
    choices.map(async ({ name, file }) => ({
      write: file === undefined ? undefined : await openFile(file),
      say: name === 'json' ? describeAsJson : describeFor(file === undefined ? readStyle(stdout, env) : fileStyle),
    })),
  );
  return async (summary) => {
    for (const { write, say } of outlets) {
      const text = say(summary);
      if (write === undefined) stdout.write(text);
      else {
        await write.write(text);
        await write.close();
      }
    }
    if (summary.stopped === 'interrupted') return exitCodes.interrupted;
    return isBroken(summary) ? exitCodes.broken : exitCodes.kept;
  };
};

const describeAsJson = (summary: CheckSummary): string => `${JSON.stringify(summary, null, 2)}\n`;

const describeFor =
  (style: Style) =>
  (summary: CheckSummary): string => {
    const text = `${describeCheck(summary, style)}\n`;
    return mute(isAscii(style) ? toAscii(text) : text);
  };
