import process from 'node:process';
import { isHarmless } from '../print/printable.ts';
import { showPath } from '../print/show-path.ts';

/** What one scenario was run with. What is undefined was not typed. */
interface ReplayLine {
  /** The file that it stands in. */
  readonly scenario?: string | undefined;
  /** Holds the scenario, and its seed, where no file does. */
  readonly token?: string | undefined;
  /** Its name, where the file has others. */
  readonly only?: string | undefined;
  readonly client: string;
  readonly seed?: number;
  readonly profile?: string | undefined;
  readonly returns?: string | undefined;
  readonly rules?: string | undefined;
  readonly failOn?: string | undefined;
  readonly example?: boolean | undefined;
  readonly assume?: readonly string[] | undefined;
}

/** The command that runs one scenario again. */
export const describeReplay = (line: ReplayLine): string => {
  const { scenario = '', token, only, client, seed, profile, returns, rules, failOn, example, assume } = line;
  const judged = { profile, returns, rules, failOn, example, assume };
  return shellCommand(token === undefined ? ['run', path(scenario)] : ['replay', token], {
    only: only === undefined ? undefined : `/^${escapeExpression(only)}$/`,
    client: path(showPath(client)),
    seed: token === undefined ? seed : undefined,
    ...judged,
  });
};

/** The command that injects every fault by itself, into the client that was checked. */
export const describeSweep = ({ client, returns, rules, failOn }: ReplayLine): string =>
  shellCommand(['sweep', path(showPath(client))], { returns, rules, failOn });

type Typed = string | number | boolean | readonly string[] | undefined;

/** To be pasted into a shell that stands in the current folder: the command, and those of the options that were given. */
export const shellCommand = (words: readonly string[], options: Readonly<Record<string, Typed>>): string =>
  ['npx stunt-double', ...words.map(shellWord), ...Object.entries(options).flatMap(optionWords)].join(' ');

const optionWords = ([name, typed]: readonly [string, Typed]): readonly string[] => {
  const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (typed === undefined || typed === false) return [];
  if (typed === true) return [option];
  return (typeof typed === 'object' ? typed : [typed]).flatMap((one) => [option, shellWord(String(one))]);
};

const escapeExpression = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A path that begins with a dash would be taken for an option. */
const path = (text: string): string => (text.startsWith('-') ? `./${text}` : text);

/** As a word of a shell. */
export const shellWord = (text: string): string => {
  // The shells of Windows know neither kind of quotes, and take a backslash as it is.
  if (process.platform === 'win32' ? /^[\w@%+=:,./\\-]+$/.test(text) : /^[\w@%+=:,./-]+$/.test(text)) return text;
  return isHarmless(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `$'${[...text].map(ansiC).join('')}'`;
};

/** What a shell reads in `$'…'`, as bash and zsh do: bytes, so that the language of the terminal does not matter. */
const ansiC = (character: string): string => {
  if (/[\\']/.test(character)) return `\\${character}`;
  if (!/[:#]/.test(character) && isHarmless(character)) return character;
  return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
};
