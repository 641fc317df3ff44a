import { Misuse } from '../misuse.ts';
import { nearest } from '../nearest.ts';
import { toAscii } from '../print/printable.ts';
import { isAscii, readStyle, type Style } from '../print/style.ts';
import type { Terminal } from '../print/terminal.ts';
import { wrapWords } from '../print/wrap.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { allTopics } from './topics/all-topics.ts';
import type { Topic } from './topics/topic.ts';

/** Says what a word means: an error, an assumption, a rule, an action, and whatever else has a name. Throws Misuse BAD_OPTION. */
export const explainWord = (word: string, { stdout, env }: Terminal): ExitCode => {
  const style = readStyle(stdout, env);
  const text = find(word)
    .map((topic) => describe(topic, style))
    .join('\n');
  stdout.write(isAscii(style) ? toAscii(text) : text);
  return exitCodes.kept;
};

const topics: readonly Topic[] = Object.values(allTopics).flat();

const find = (typed: string): readonly Topic[] => {
  const word = typed.trim().toLowerCase();
  const isNamed = ({ name, aliases }: Topic): boolean => [name, ...aliases].some((one) => one.toLowerCase() === word);
  const found = topics.filter(isNamed);
  if (found.length > 0) return found;
  const near = nearest(
    typed,
    topics.flatMap(({ name, aliases }) => [name, ...aliases]),
  );
  throw new Misuse(
    'BAD_OPTION',
    'explain',
    `${JSON.stringify(typed)} is no word of the interfaces or of scenarios`,
    near === undefined ? `"stunt-double list" names what there is` : `did you mean "${near}"?`,
  );
};

/** What can be pasted, and what stands in columns, is not broken into lines. */
const literal: ReadonlySet<string> = new Set(['scenario', 'command', 'expect', 'kept', 'broken']);

const singular = (kind: string): string => kind.replace(/s$/, '');

const describe = ({ kind, name, facts }: Topic, { paint, columns }: Style): string => {
  const labels = Math.max(...facts.map(([label]) => label.length));
  const lines = facts.flatMap(([label, text], index) => {
    const shown = facts[index - 1]?.[0] === label ? '' : label;
    const parts = literal.has(label) ? [text] : wrapWords(text, Math.max(20, Math.min(columns, 100) - labels - 4));
    return parts.map((part, row) => `  ${paint('dim', (row === 0 ? shown : '').padEnd(labels))}  ${part}`);
  });
  return [`${paint('bold', name)}  ${paint('dim', singular(kind))}`, ...lines, ''].join('\n');
};
