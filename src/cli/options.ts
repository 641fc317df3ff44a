import { refuse } from '../misuse.ts';
import { tryJson } from '../language/data.ts';
import { suggest } from '../nearest.ts';
import { parseRuleChoice, type RuleChoice } from '../rules/rule-choice.ts';
import type { Scenario } from '../language/ast.ts';
import { parseMatching } from '../language/expected.ts';
import { type Assumptions, assumptionIds, checkAssumption, isAssumptionId } from '../spec/assumptions.ts';
import { type ProfileName, profileNames } from '../spec/profiles.ts';

/* What is typed behind an option is text; here it becomes what it stands for. All throw Misuse BAD_OPTION. */

/** As in scenarios, so that whatever ran can be repeated. */
const largestSeed = Number.MAX_SAFE_INTEGER;

export const readSeed = (typed: string): number => {
  const seed = Number(typed);
  if (/^\d{1,16}$/.test(typed) && seed <= largestSeed) return seed;
  throw refuse('--seed', `${JSON.stringify(typed)} is not a seed`, `write a whole number from 0 to ${largestSeed}`);
};

/** One of `of` equal parts of all scenarios, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

export const wholeShard: Shard = { index: 1, of: 1 };

export const readShard = (typed = '1/1'): Shard => {
  const [, first = '', second = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(typed) ?? [];
  const [index, of] = [Number(first), Number(second)];
  if (index >= 1 && index <= of) return { index, of };
  throw refuse('--shard', `${JSON.stringify(typed)} is not a part`, 'write 1/3, 2/3 and 3/3, one for each machine');
};

/** Dealt out like cards, so that neighbours, which take equally long, come to different machines. */
export const takeShard = <T>(all: readonly T[], { index, of }: Shard): readonly T[] =>
  all.filter((_, place) => place % of === index - 1);

export const readProfile = (typed: string): ProfileName => {
  const profile = profileNames.find((name) => name === typed);
  if (profile !== undefined) return profile;
  throw refuse('--profile', `${JSON.stringify(typed)} is not a profile`, suggest(typed, profileNames));
};

/** `id=variant`, several times; the last word counts. */
export const readAssumptions = (typed: readonly string[]): Partial<Assumptions> => {
  const chosen: Record<string, unknown> = {};
  for (const text of typed) {
    const [id, written] = splitOnce(text, '=');
    if (written === undefined)
      throw refuse(
        '--assume',
        `${JSON.stringify(text)} chooses nothing`,
        'write id=variant, such as token.lifetime=60s',
      );
    if (!isAssumptionId(id)) {
      const hint = suggest(id, assumptionIds, 'stunt-double list assumptions names them');
      throw refuse('--assume', `${JSON.stringify(id)} is not an assumption`, hint);
    }
    const value = [written, tryJson(written)].find((one) => checkAssumption(id, one) === undefined);
    if (value === undefined) throw refuse('--assume', checkAssumption(id, written) ?? '', `stunt-double explain ${id}`);
    chosen[id] = value;
  }
  return chosen;
};

/** `all`, `must`, `none`, or levels by id: `C14=off,C8=must`. */
export const readRules = (typed: string): RuleChoice => parseRuleChoice(typed, '--rules');

const splitOnce = (text: string, mark: string): [string, string | undefined] => {
  const index = text.indexOf(mark);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + mark.length)];
};

/** Those scenarios whose name or file has the text in it, in whatever case, or matches `/an expression/`. */
export const chooseOnly = (scenarios: readonly Scenario[], typed: string): readonly Scenario[] => {
  const matches = readMatcher(typed);
  const chosen = scenarios.filter(({ name, source }) => matches(name) || matches(source));
  if (chosen.length > 0) return chosen;
  const names = scenarios.map(({ name }) => name);
  const hint = suggest(typed, names, 'stunt-double list scenarios names them');
  throw refuse('--only', `no scenario matches ${JSON.stringify(typed)}`, hint);
};

const readMatcher = (typed: string): ((text: string) => boolean) => {
  if (!/^\/.+\/[a-z]*$/s.test(typed)) return (text) => text.toLowerCase().includes(typed.toLowerCase());
  const expression = parseMatching(typed);
  if (expression !== undefined) return (text) => expression.test(text);
  throw refuse(
    '--only',
    `${typed} is not a regular expression`,
    'write text, or an expression such as /consent|hold/i',
  );
};
