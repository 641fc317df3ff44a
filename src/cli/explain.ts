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
 * several words need not stand in quotes. Of several words those that are known are explained, also where one is not. Throws
 * Misuse BAD_OPTION for that one.
 */
export const explainWords = (words: readonly string[], { stdout, env }: Terminal): ExitCode => {
  const style = readStyle(stdout, env);
  const { found, unknown } = findTopics(words);
  // A name of several words with a mistake in it is near as a whole, and no part of it was meant.
  const whole = unknown.length > 0 && words.length > 1 ? nearest(words.join(' '), names) : undefined;
  if (whole === undefined) stdout.write(spelled(found.map((topic) => describe(topic, style)).join('\n'), style));
  if (unknown.length > 0) throw explainUnknown(unknown, whole);
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

const names = topics.flatMap(namesOf);

const byName = new Map<string, readonly Topic[]>();
for (const topic of topics) {
  for (const name of new Set(namesOf(topic).map(plain))) byName.set(name, [...(byName.get(name) ?? []), topic]);
}

/** The topics that are named, each name as long as it can be, and the words that are none. */
const findTopics = (words: readonly string[]): { found: readonly Topic[]; unknown: readonly string[] } => {
  const found = new Set<Topic>();
  const unknown: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = longestName(words.slice(at));
    for (const topic of byName.get(plain(words.slice(at, at + length).join(' '))) ?? []) found.add(topic);
    if (length === 0) unknown.push(words[at] ?? '');
    at += Math.max(1, length);
  }
  return { found: [...found], unknown };
};

/** No name has more words. */
const mostWords = Math.max(...names.map((name) => name.split(' ').length));

/** How many of the first words are a name together; 0 where none is. */
const longestName = (words: readonly string[]): number => {
  for (let length = Math.min(words.length, mostWords); length > 0; length--) {
    if (byName.has(plain(words.slice(0, length).join(' ')))) return length;
  }
  return 0;
};

const explainUnknown = (unknown: readonly string[], whole: string | undefined): Misuse => {
  const near = whole === undefined ? unknown.flatMap((word) => nearTo(word, unknown.length > 1)) : [`"${whole}"`];
  return refuse(
    'explain',
    `${unknown.map((word) => JSON.stringify(word)).join(', ')} ${unknown.length === 1 ? 'is no word' : 'are no words'} of the interfaces, of scenarios or of reports`,
    near.length === 0 ? '"stunt-double list" names what there is' : `did you mean ${[...new Set(near)].join(', ')}?`,
  );
};

/** The nearest name, or names that the word is a part of; of several words each says which one it is for. */
const nearTo = (word: string, isOneOfSeveral: boolean): readonly string[] => {
  const one = nearest(word, names);
  const letters = lettersOf(word);
  const holding = names.filter((name) => letters.length > 3 && lettersOf(name).includes(letters));
  return (one === undefined ? holding.slice(0, 5) : [one]).map(
    (name) => `"${name}"${isOneOfSeveral ? ` for ${JSON.stringify(word)}` : ''}`,
  );
};

/** `Retry-After` is meant by `limits.retryAfter`. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

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
