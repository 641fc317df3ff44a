import { wholeNumbers } from '../draw.ts';

/**
 * Inputs that nobody would write, made of some that somebody did: by their characters, their tokens, and, where they are JSON,
 * by what stands in them. An input depends on its number alone, so that any part of them can be made anywhere.
 */

type Draw = ReturnType<typeof wholeNumbers>;

/** What has broken readers before. */
const hostile: readonly unknown[] = [
  null,
  undefined,
  true,
  0,
  -1,
  -0,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u001b[31m',
  '%',
  '%E0%A4%A',
  '%00',
  'http://',
  'https://[',
  '__proto__',
  'constructor',
  'toString',
  '2024-13-45T99:99:99Z',
  '99999999999999999999d',
  '(a+)+$',
  '../../../../etc/passwd',
  'a'.repeat(1000),
  [],
  {},
  { toString: 'x' },
  [[]],
  [null],
];

const signs = [
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  "'",
  '\n',
  '\r\n',
  '\t',
  '&a ',
  '*a',
  '!!x ',
  '|',
  '>',
  '#',
  '- ',
  '? ',
  '$n',
  '\ufeff',
  '\0',
  '%',
  '&',
  '=',
  '+',
  '\\',
  '/',
];

const pick = <Item>(draw: Draw, items: readonly Item[]): Item => items[draw(items.length)] as Item;

const writeHostile = (draw: Draw): string => {
  const value = pick(draw, hostile);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
};

type Change = (text: string, draw: Draw, others: readonly string[]) => string;

const put = (text: string, from: number, to: number, what: string): string =>
  text.slice(0, from) + what + text.slice(to);

/** A piece of a text: a character, a word, a line, or any stretch. */
const stretch = (text: string, draw: Draw): readonly [number, number] => {
  const from = draw(text.length + 1);
  const length = pick(draw, [0, 1, 1, 2, 4, 8, 32, 200]);
  return [from, Math.min(text.length, from + draw(length + 1))];
};

/** Words, numbers and quoted texts, as most formats have them. */
const word = /"(?:[^"\\\n]|\\.)*"|[\w.-]+/g;

/** One of a text's words. Looked for from anywhere in it, as a long text has too many to go through. */
const findWord = (text: string, draw: Draw): readonly [number, number] => {
  word.lastIndex = draw(text.length);
  while (word.lastIndex > 0 && /[\w.-]/.test(text.charAt(word.lastIndex - 1))) word.lastIndex -= 1;
  const found = word.exec(text);
  return found === null ? [0, 0] : [found.index, found.index + found[0].length];
};

const replaceWord: Change = (text, draw) => {
  const other = text.slice(...findWord(text, draw));
  const what = pick(draw, [writeHostile(draw), JSON.stringify(writeHostile(draw)), other, '']);
  return put(text, ...findWord(text, draw), what);
};

const changes: readonly Change[] = [
  (text, draw) => put(text, ...stretch(text, draw), String.fromCharCode(draw(pick(draw, [128, 256, 65_536])))),
  (text, draw) => put(text, ...stretch(text, draw), ''),
  (text, draw) => put(text, ...stretch(text, draw), pick(draw, signs)),
  (text, draw) => put(text, ...stretch(text, draw), writeHostile(draw)),
  (text, draw) => {
    const [from, to] = stretch(text, draw);
    return put(text, to, to, text.slice(from, to).repeat(1 + draw(4)));
  },
  (text, draw) => {
    const [at] = stretch(text, draw);
    return put(text, at, at, pick(draw, signs).repeat(pick(draw, [3, 3, 3, 70, 70, 300])));
  },
  (text, draw) => text.slice(0, draw(text.length)),
  (text, draw, others) => {
    const other = pickText(draw, others);
    return text.slice(0, draw(text.length)) + other.slice(draw(other.length));
  },
  replaceWord,
  replaceWord,
  (text, draw) => {
    const lines = text.split('\n');
    const [one, other] = [draw(lines.length), draw(lines.length)];
    const line = lines[one] ?? '';
    return lines.toSpliced?.(other, draw(2), line).join('\n') ?? text + line;
  },
];

type Holder = Record<string, unknown>;

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** All that stands in a value: what holds it, and under which key. */
const placesIn = (holder: Holder, found: [Holder, string][] = []): readonly (readonly [Holder, string])[] => {
  for (const [key, inner] of Object.entries(holder)) {
    found.push([holder, key]);
    if (isHolder(inner)) placesIn(inner, found);
  }
  return found;
};

/** Another value somewhere in a JSON; undefined for what is none. */
const alterJson = (text: string, draw: Draw): string | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const whole: Holder = { root: JSON.parse(text) };
    const places = placesIn(whole);
    const [holder, key] = pick(draw, places);
    const [other, from] = pick(draw, places);
    const nested = '['.repeat(40 + draw(60));
    const to = pick(draw, [pick(draw, hostile), pick(draw, hostile), other[from], nested]);
    if (draw(6) === 0) delete holder[key];
    else holder[key] = to;
    return JSON.stringify(whole['root']) ?? '';
  } catch {
    // It is not JSON, or was put into itself.
    return undefined;
  }
};

/** JSON, or JSON lines, of which one is altered. */
const alterStructure: Change = (text, draw) => {
  const lines = text.trimEnd().split('\n');
  const at = draw(lines.length);
  const altered = alterJson(lines[at] ?? '', draw);
  return altered === undefined ? replaceWord(text, draw, []) : lines.with(at, altered).join('\n');
};

/** In characters. */
const long = 900;

/** One that is long, to see how far a reader gets, takes long, and is taken rarely. */
const pickText = (draw: Draw, texts: readonly string[]): string => {
  const text = pick(draw, texts);
  return text.length > long && draw(16) > 0 ? pick(draw, texts) : text;
};

/** The input of this number. The first ones are those of the corpus themselves. */
export const makeInput = (corpus: readonly string[], number: number): string => {
  const itself = corpus[number];
  if (itself !== undefined) return itself;
  const draw = wholeNumbers(Math.imul(number, 0x9e3779b1));
  let text = pickText(draw, corpus);
  for (let left = 1 + draw(3); left > 0; left--) {
    const change = draw(2) === 0 ? alterStructure : pick(draw, changes);
    text = change(text, draw, corpus);
  }
  return text.slice(0, 200_000);
};
