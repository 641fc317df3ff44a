import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Misuse, refuse } from '../misuse.ts';
import type { Scenario, Step } from './ast.ts';
import { isFields, textOf } from './data.ts';
import { checkScenario } from './schema.ts';
import { placeStep } from './schema/steps.ts';
import { checkSetting } from './settings.ts';
import { writeScenario } from './written.ts';

/** A run that can be played again: the scenario, and what everything random is drawn from. */
export interface Replay {
  readonly scenario: Scenario;
  readonly seed: number;
  /** It is played twice in one process: what is wrong is what a client keeps from one run to the next. */
  readonly again?: true;
}

/** Without a seed it is that of the scenario, or 0. */
type Written = Omit<Replay, 'seed'> & Partial<Pick<Replay, 'seed'>>;

/** What a token begins with. The digit is the version of what stands behind it. */
const prefix = 'sd1_';

/** In bytes, after inflation: a scenario has 64 KB at most, its places and names are less than that again. */
const largest = 1_048_576;

/** In characters. Text that inflates to a megabyte can be no longer. */
const longest = 2_000_000;

/**
 * A run as one word that can be copied from a report to a command line: `sd1_…`. What is random in it, is drawn from the
 * seed; so with the same client it is the same run. Throws Misuse BAD_OPTION for a scenario of more than a megabyte.
 *
 * @example
 * readToken(writeToken({ scenario: scenario('late').build(), seed: 7 })).seed // 7
 */
export const writeToken = ({ scenario, seed = scenario.seed ?? 0, again }: Written): string => {
  const { source, steps } = scenario;
  const run = { scenario: writeScenario(scenario), source, places: steps.flatMap(listPlaces), seed, again };
  const text = Buffer.from(JSON.stringify(run));
  if (text.length > largest) throw refuseToken('the scenario is too large for one', 'play it again from its file');
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(text));
  const packed = deflateRawSync(text, { level: constants.Z_BEST_COMPRESSION });
  return prefix + Buffer.concat([check, packed]).toString('base64url');
};

/**
 * The run that a token stands for.
 *
 * @throws Misuse BAD_OPTION when it is damaged, of another version, or none at all
 */
export const readToken = (text: string): Replay => {
  const token = textOf(text).trim();
  const { scenario: written, source, places, seed, again } = parse(inflate(unwrapToken(token)));
  const scenario = checkScenario(written);
  const checked = checkSetting('seed', seed);
  if (!scenario.ok || !checked.ok || typeof source !== 'string' || !isListOfTexts(places)) throw strange();
  const { steps, ...draft } = scenario.value;
  const left = places[Symbol.iterator]();
  const placed = steps.map((step) => placeStep(step, () => takeNext(left)));
  if (left.next().done !== true) throw strange();
  return { scenario: { ...draft, source, steps: placed }, seed: checked.value, ...(again === true && { again }) };
};

const listPlaces = ({ place, followers = [] }: Step): readonly string[] => [
  place,
  ...followers.map((next) => next.place),
];

const takeNext = (places: Iterator<string, unknown>): string => {
  const next = places.next();
  if (next.done === true) throw strange();
  return next.value;
};

const refuseToken = (what: string, hint: string): Misuse => refuse('the replay token', what, hint);

const damaged = (): Misuse => refuseToken('it is damaged', 'copy it again, from the first character to the last');

/** What passes the checksum was written by this library, and says nothing that this version knows. */
const strange = (): Misuse => refuseToken('it holds no scenario', 'replay it with the version that printed it');

const unwrapToken = (token: string): Buffer => {
  if (!token.startsWith(prefix)) {
    const other = /^sd(\d{1,3})_/.exec(token);
    if (other === null) throw refuseToken('this is no token', `a token begins with "${prefix}"`);
    throw refuseToken(`it is of version ${other[1]}`, 'replay it with the version that printed it');
  }
  if (token.length > longest) throw refuseToken('it is too long', 'replay the scenario from its file');
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  // What the decoder passes over in silence would be lost on the way back.
  if (prefix + bytes.toString('base64url') !== token || bytes.length < 5) throw damaged();
  return bytes;
};

const inflate = (bytes: Buffer): Buffer => {
  let text: Buffer;
  try {
    text = inflateRawSync(bytes.subarray(4), { maxOutputLength: largest });
  } catch {
    throw damaged();
  }
  if (crc32(text) !== bytes.readUInt32BE(0)) throw damaged();
  return text;
};

const parse = (text: Buffer): Readonly<Record<string, unknown>> => {
  try {
    const run: unknown = JSON.parse(text.toString());
    if (isFields(run)) return run;
  } catch {
    throw damaged();
  }
  throw strange();
};

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
