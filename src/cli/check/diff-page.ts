import { plainImport } from '../../check/client-profile.ts';
import type { Difference, DiffReport } from '../../check/diff/diff-clients.ts';
import type { PageData, PageRun } from '../../page/data.ts';
import type { Client } from '../../simulation/client-env.ts';
import { type AgainOptions, playAgain } from './play-again.ts';
import { trialRun } from './trial-run.ts';

/** So many scenarios are shown in which two clients did not do the same. */
const mostShown = 10;

/** A client, and what it is called. */
export interface Side {
  readonly client: Client;
  readonly name: string;
  readonly replayOf: (token: string) => string;
}

/** Two clients side by side: both runs of each scenario in which they differ, or of a plain one where they never do. */
export const diffPage = async (
  { runs, differences }: DiffReport,
  sides: readonly [Side, Side],
  options: AgainOptions,
): Promise<Omit<PageData, 'writtenBy'>> => {
  const shown = differences.slice(0, mostShown);
  const [before, after] = [await play(sides[0], shown, options), await play(sides[1], shown, options)];
  const title = shown.length === 0 ? 'nothing differs' : `${differences.length} of ${runs} scenarios differ`;
  const differs = shown[0]?.changes.map(({ text }) => text).join('; ');
  return {
    command: 'diff',
    title: `${sides[0].name} → ${sides[1].name}: ${title}`,
    runs: before.flatMap((run, index) => [run, ...after.slice(index, index + 1)]),
    ...(differences.length > shown.length && { planned: differences.length * 2 }),
    compare: { left: 0, right: 1, ...(differs !== undefined && { differs }) },
  };
};

/** The runs of one client; what is different stands with each. */
const play = async (
  { client, name, replayOf }: Side,
  shown: readonly Difference[],
  options: AgainOptions,
): Promise<readonly PageRun[]> => {
  const isPlain = shown.length === 0;
  const played = await playAgain(client, isPlain ? [plainImport] : shown.map(({ replay }) => replay), options);
  return played.map(({ trial, real }, index) => {
    const { replay, run: turn, changes = [] } = shown[index] ?? {};
    const run = trialRun(trial, { rules: options.rules, replay: replay === undefined ? '' : replayOf(replay), real });
    const different = changes.map(({ text }) => ({ claim: 'both clients do the same', found: text, place: 'diff' }));
    return {
      ...run,
      name: `${name}, ${turn === undefined ? 'a plain import' : `scenario ${turn}`}`,
      warnings: [...different, ...run.warnings],
    };
  });
};
