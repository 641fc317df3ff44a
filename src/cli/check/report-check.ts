import type { Terminal } from '../../report/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { openTextOrJson } from '../text-or-json.ts';
import { describeCheck } from './describe.ts';
import { type CheckSummary, isBroken } from './summary.ts';

/** Writes a report everywhere it was asked for, and says with which code to end. */
export type ReportCheck = (summary: CheckSummary) => Promise<ExitCode>;

/** Opens all files, before anything runs in vain. Throws Misuse BAD_OPTION. */
export const openReports = async (typed: readonly string[] | undefined, terminal: Terminal): Promise<ReportCheck> => {
  const tell = await openTextOrJson<CheckSummary>(typed, terminal, {
    asText: describeCheck,
    asData: (summary) => summary,
  });
  return async (summary) => {
    await tell(summary);
    if (summary.stopped === 'interrupted') return exitCodes.interrupted;
    return isBroken(summary) ? exitCodes.broken : exitCodes.kept;
  };
};
