import process from 'node:process';
import { isHarmless } from '../print/printable.ts';
import { showPath } from '../print/show-path.ts';
import type { JudgedBy } from './common-options.ts';

/** What one scenario was run with. */
interface ReplayLine extends JudgedBy {
  readonly scenario: string;
  /** Holds the scenario where no file does. */
  readonly token?: string;
  /** Its name, where the file has others. */
  readonly only?: string | undefined;
  readonly client: string;
  readonly seed: number;
  readonly returns?: string;
  readonly example?: boolean;
}

/** The command that runs one scenario again, to be pasted into a shell that stands in the current folder. */
export const describeReplay = ({ assume = [], ...line }: ReplayLine): string =>
  [
    'npx stunt-double',
    ...(line.token === undefined ? ['run', shellWord(path(line.scenario))] : ['replay', line.token]),
    ...(line.only === undefined ? [] : ['--only', shellWord(`/^${escapeExpression(line.only)}$/`)]),
    '--client',
    shellWord(path(showPath(line.client))),
    // A token has its seed in it.
    ...(line.token === undefined ? [`--seed ${line.seed}`] : []),
    ...(line.profile === undefined ? [] : ['--profile', shellWord(line.profile)]),
    ...(line.returns === undefined ? [] : ['--returns', line.returns]),
    ...(line.rules === undefined ? [] : ['--rules', shellWord(line.rules)]),
    ...(line.failOn === undefined ? [] : ['--fail-on', line.failOn]),
    ...(line.example === true ? ['--example'] : []),
    ...assume.flatMap((one) => ['--assume', shellWord(one)]),
  ].join(' ');

/** The command that injects every fault by itself, into the client that was checked. */
export const describeSweep = ({ client, returns, rules, failOn }: Omit<ReplayLine, 'scenario' | 'seed'>): string =>
  [
    'npx stunt-double sweep',
    shellWord(path(showPath(client))),
    ...(returns === undefined ? [] : ['--returns', returns]),
    ...(rules === undefined ? [] : ['--rules', shellWord(rules)]),
    ...(failOn === undefined ? [] : ['--fail-on', failOn]),
  ].join(' ');

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
