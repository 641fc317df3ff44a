import { type Misuse, refuse } from '../misuse.ts';
import { nearest } from '../nearest.ts';
import { readStyle, spelled, type Style } from '../print/style.ts';
import type { Terminal } from '../print/terminal.ts';
import { wrapWords } from '../print/wrap.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { allTopics } from './topics/all-topics.ts';
import type { Topic } from './topics/topic.ts';

/**
 * Says what words mean: errors, assumptions, rules, codes, sections, and whatever else has a name and is printed. A name of
 * several words need not stand in quotes. Throws Misuse BAD_OPTION.
 */
export const explainWords = (words: readonly string[], { stdout, env }: Terminal): ExitCode => {
  const style = readStyle(stdout, env);
  const text = findTopics(words)
    .map((topic) => describe(topic, style))
    .join('\n');
  stdout.write(spelled(text, style));
  return exitCodes.kept;
};

const topics: readonly Topic[] = Object.values(allTopics).flat();

const namesOf = ({ name, aliases }: Topic): readonly string[] => [name, ...aliases];

/** As it is typed, or copied from where it was read: "see …", in brackets, in quotes, with or without its comma. */
const plain = (typed: string): string =>
  typed
    .replace(/^see /i, '')
    .replace(/[[\]"'“”`,]/g, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();

const byName = new Map<string, readonly Topic[]>();
for (const topic of topics) {
  for (const name of new Set(namesOf(topic).map(plain))) byName.set(name, [...(byName.get(name) ?? []), topic]);
}

/** The topics that are named, each name as long as it can be. */
const findTopics = (words: readonly string[]): readonly Topic[] => {
  const found = new Set<Topic>();
  const unknown: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = longestName(words.slice(at));
    for (const topic of byName.get(plain(words.slice(at, at + length).join(' '))) ?? []) found.add(topic);
    if (length === 0) unknown.push(words[at] ?? '');
    at += Math.max(1, length);
  }
  if (unknown.length > 0) throw explainUnknown(unknown, words);
  return [...found];
};

/** How many of the first words are a name together; 0 where none is. */
const longestName = (words: readonly string[]): number => {
  for (let length = words.length; length > 0; length--) {
    if (byName.has(plain(words.slice(0, length).join(' ')))) return length;
  }
  return 0;
};

const explainUnknown = (unknown: readonly string[], words: readonly string[]): Misuse => {
  const all = topics.flatMap(namesOf);
  // A name of several words with a mistake in it is near as a whole.
  const whole = unknown.length > 1 || words.length > unknown.length ? nearest(words.join(' '), all) : undefined;
  const near = whole === undefined ? unknown.flatMap((word) => nearest(word, all) ?? holding(word, all)) : [whole];
  return refuse(
    'explain',
    `${unknown.map((word) => JSON.stringify(word)).join(', ')} ${unknown.length === 1 ? 'is no word' : 'are no words'} of the interfaces, of scenarios or of reports`,
    near.length === 0
      ? '"stunt-double list" names what there is'
      : `did you mean ${[...new Set(near)].map((word) => `"${word}"`).join(', ')}?`,
  );
};

/** Names that the word is a part of. */
const holding = (word: string, all: readonly string[]): readonly string[] =>
  word.length < 4 ? [] : all.filter((name) => name.toLowerCase().includes(word.toLowerCase())).slice(0, 5);

/** What can be pasted, and what stands in columns, is not broken into lines. */
const literal: ReadonlySet<string> = new Set([
  'scenario',
  'command',
  'expect',
  'kept',
  'broken',
  'code',
  'body',
  'wish',
]);

const singular = (kind: string): string => kind.replace(/ies$/, 'y').replace(/(?<=status)es$|s$/, '');

const describe = ({ kind, name, facts, text }: Topic, { paint, columns }: Style): string => {
  const labels = Math.max(0, ...facts.map(([label]) => label.length));
  const lines = facts.flatMap(([label, said], index) => {
    const shown = facts[index - 1]?.[0] === label ? '' : label;
    const parts = literal.has(label) ? [said] : wrapWords(said, Math.max(20, Math.min(columns, 100) - labels - 4));
    return parts.map((part, row) => `  ${paint('dim', (row === 0 ? shown : '').padEnd(labels))}  ${part}`);
  });
  const prose = text === undefined ? [] : ['', ...text.split('\n')];
  return [`${paint('bold', name)}  ${paint('dim', singular(kind))}`, ...lines, ...prose, ''].join('\n');
};
