import { refuse } from '../misuse.ts';
import { nearest } from '../nearest.ts';
import { allRules, isRuleId, type RuleId, ruleIds } from './catalogue.ts';
import { type Level, levels, type Rule } from './rule.ts';

/** Choices of rules that have a word of their own. */
export const wordsOfRules = ['all', 'must', 'none'] as const;

/** What a single rule can be made. */
export const ruleLevels = ['off', 'should', 'must'] as const satisfies readonly (Level | 'off')[];

/**
 * Which rules are judged, and at which level. Left out, all are: a broken `must` breaks a run, a broken `should` is a
 * recommendation that was not followed. With `all` every rule is a `must`; with `must` nothing but those is judged; with `none`
 * nothing at all. By id a rule can be switched off, or be given another level.
 */
export type RuleChoice = (typeof wordsOfRules)[number] | { readonly [Id in RuleId]?: (typeof ruleLevels)[number] };

/** The level from which on a broken rule fails a run: `must`, the default, or `should`. */
export type FailOn = Level;

/** A rule that is to be judged, at a level. */
export interface ChosenRule {
  readonly rule: Rule;
  readonly level: Level;
}

/** Throws Misuse `BAD_OPTION` for a choice that is none; `place` is where it was made. */
export const chooseRules = (choice: RuleChoice | undefined, place: string): readonly ChosenRule[] => {
  checkChoice(choice, place);
  switch (choice) {
    case 'none':
      return [];
    case 'must':
      return stated.filter(({ level }) => level === 'must');
    case 'all':
      return allRules.map((rule) => ({ rule, level: 'must' }));
    case undefined:
      return stated;
    default:
      return allRules.flatMap((rule) => {
        const level = choice[rule.id] ?? rule.level;
        return level === 'off' ? [] : { rule, level };
      });
  }
};

/** A choice as people type it: `all`, `must`, `none`, or levels by id: `C14=off,C8=must`. Throws Misuse `BAD_OPTION`. */
export const parseRuleChoice = (typed: string, place: string): RuleChoice => {
  const read = typed.includes('=') ? Object.fromEntries(typed.split(',').map(splitLevel)) : typed;
  checkChoice(read, place, '"C14=off,C8=must"');
  // What was typed may be anything, and is checked by now.
  const choice = read as RuleChoice;
  return choice;
};

const splitLevel = (text: string): [string, string | undefined] => {
  const index = text.indexOf('=');
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
};

/** Throws Misuse `BAD_OPTION` for what is no level; `place` is where it was chosen. */
export const readFailOn = (written: unknown, place: string): FailOn => {
  const level = levels.find((one) => one === written);
  if (level !== undefined) return level;
  throw refuse(
    place,
    `${typeof written === 'string' ? JSON.stringify(written) : 'this'} is no level`,
    `write ${levels.map((one) => `"${one}"`).join(' or ')}`,
  );
};

/**
 * The same rules, each at the level at which it is judged where so much fails a run. Whoever judges knows levels alone: so a
 * scenario or a token that these rules are written into comes out the same wherever it is played.
 */
export const failFrom = (failOn: FailOn | undefined, choice: RuleChoice | undefined): RuleChoice | undefined => {
  if (failOn !== 'should') return choice;
  if (choice === undefined) return 'all';
  if (typeof choice === 'string') return choice;
  const raised = allRules.filter(({ id, level }) => (choice[id] ?? level) === 'should');
  return { ...choice, ...Object.fromEntries(raised.map(({ id }) => [id, 'must'])) };
};

/** All of them, each at its own level. */
const stated: readonly ChosenRule[] = allRules.map((rule) => ({ rule, level: rule.level }));

/** Choices come from options and files, and may be anything. */
const checkChoice = (choice: unknown, place: string, example = '{ C14: "off" }'): void => {
  if (choice === undefined || wordsOfRules.some((word) => word === choice)) return;
  if (typeof choice !== 'object' || choice === null || Array.isArray(choice)) {
    const what = typeof choice === 'string' ? `"${choice}" is no choice of rules` : 'this is no choice of rules';
    throw refuse(place, what, `write "all", "must", "none" or ${example}`);
  }
  for (const [id, level] of Object.entries(choice)) {
    if (!isRuleId(id)) throw refuse(place, `there is no rule "${id}"`, suggestRule(id));
    if (ruleLevels.some((one) => one === level)) continue;
    const what = `${id} cannot be ${typeof level === 'string' ? `"${level}"` : String(level)}`;
    throw refuse(place, what, 'write "off", "should" or "must"');
  }
};

/** The id that was most likely meant: a rule may have been called by its name. */
export const suggestRule = (typed: string): string => {
  const byName = new Map(allRules.map(({ id, name }) => [name, id]));
  const known: readonly string[] = [...ruleIds, ...byName.keys()];
  const word = ruleIds.find((id) => id === typed.toUpperCase()) ?? nearest(typed, known);
  if (word === undefined) return `known: ${ruleIds.join(', ')}`;
  const id = byName.get(word);
  return `did you mean "${id ?? word}"${id === undefined ? '' : `, ${word}`}?`;
};
