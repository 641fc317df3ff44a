import { refuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { mute, oneLine } from '../print/printable.ts';
import { readStyle, spelled } from '../print/style.ts';
import type { Terminal } from '../print/terminal.ts';
import { widthOf } from '../print/width.ts';
import { wrapWords } from '../print/wrap.ts';
import { loadConfig } from './config.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { gatherScenarios, requirePaths } from './gather-scenarios.ts';
import { allTopics } from './topics/all-topics.ts';
import { oldKinds, topicKinds } from './topics/topic.ts';

export const listKinds = ['scenarios', ...topicKinds] as const;

/** What there is of a kind, a line each. Throws Misuse BAD_OPTION, SCENARIO_INVALID. */
export const listWords = async (
  typed: string | undefined,
  paths: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> => {
  if (typed === undefined) throw refuse('list', 'no kind is named', suggest(typed, listKinds));
  const kind = Object.hasOwn(oldKinds, typed) ? oldKinds[typed] : listKinds.find((one) => one === typed);
  if (kind === undefined) throw refuse('list', `${JSON.stringify(typed)} cannot be listed`, suggest(typed, listKinds));
  write(
    kind === 'scenarios' ? await listScenarios(paths) : allTopics[kind].map(({ name, what }) => [name, what]),
    terminal,
  );
  return exitCodes.kept;
};

const listScenarios = async (paths: readonly string[]): Promise<readonly (readonly [string, string])[]> => {
  const config = paths.length > 0 ? undefined : await loadConfig(undefined);
  const scenarios = await gatherScenarios(requirePaths(paths, config));
  return scenarios.map(({ name, source }) => [source, name]);
};

/** Two columns; the second is broken into lines only where somebody looks at it, not where a program reads it. */
const write = (rows: readonly (readonly [string, string])[], { stdout, env }: Terminal): void => {
  const style = readStyle(stdout, env);
  const first = Math.min(50, Math.max(0, ...rows.map(([name]) => widthOf(oneLine(name))))) + 2;
  const room = stdout.isTTY === true ? Math.max(24, style.columns - first) : Number.POSITIVE_INFINITY;
  for (const [name, what] of rows) {
    const blanks = ' '.repeat(Math.max(2, first - widthOf(oneLine(name))));
    const [begin = '', ...rest] = wrapWords(oneLine(what), room);
    const lines = [`${oneLine(name)}${blanks}${begin}`, ...rest.map((line) => `${' '.repeat(first)}${line}`)];
    stdout.write(`${spelled(mute(lines.join('\n')), style)}\n`);
  }
};
