import { suggest } from '../nearest.ts';
import { namesOf } from '../spec/names-of.ts';
import { type Fields, textOf } from './data.ts';
import { type Explanation, explanation } from './problem.ts';
import { show } from './show.ts';
import { doVerbs, fieldsWritten, keyVerbs } from './verbs.ts';
import { groupKey, sequenceKey, triggerFields } from './words.ts';

/** Where a step stands: in the scenario itself, in the sequence of another, or as one of several at the same moment. */
export type StepRole = 'step' | 'follower' | 'member';

type TriggerKey = keyof typeof triggerFields;

/** How a step says when it happens, by where it stands. */
export const triggerKeys: Readonly<Record<StepRole, readonly TriggerKey[]>> = {
  step: ['at', 'after', 'on'],
  follower: ['wait', 'after', 'on'],
  member: [],
};

/** The ways to say what happens, by the key that says it. */
export const actionKeys: readonly string[] = ['do', ...keyVerbs, groupKey];

/** Without a key it is the step as a whole that is wrong. */
type Report = (key: string | undefined, explanation: Explanation) => void;

/** Every form that a step can have, triggers and actions alike, with the fields that go with it. */
const forms: readonly (readonly [string, readonly string[]])[] = [
  ...Object.entries(triggerFields),
  ...doVerbs.map((verb) => [`do: ${verb}`, ['do', ...fieldsWritten(verb)]] as const),
  ...keyVerbs.map((verb) => [verb, fieldsWritten(verb)] as const),
  [groupKey, [groupKey]],
  [sequenceKey, [sequenceKey]],
];

const allFields: readonly string[] = [...new Set(forms.flatMap(([, fields]) => fields))];

/** Which of its keys says when the step happens: `wait` beside another one is a detail of that. */
export const findTriggers = (step: Fields, role: StepRole): readonly string[] => {
  const found = triggerKeys[role].filter((key) => Object.hasOwn(step, key));
  const others = found.filter((key) => key !== 'wait');
  return others.length > 0 ? others : found;
};

/** Which of its keys says what happens: `fault` beside "do" is a detail of that, for the verbs that have such a field. */
export const findActions = (step: Fields): readonly string[] => {
  const found = actionKeys.filter((key) => Object.hasOwn(step, key));
  return found.includes('do') ? found.filter((key) => !isDetail(step['do'], key)) : found;
};

const isDetail = (verb: unknown, key: string): boolean => {
  const known = doVerbs.find((one) => one === verb);
  return (known === undefined ? doVerbs : [known]).some((one) => fieldsWritten(one).includes(key));
};

/** Reports the keys that a step lacks, has too many of, or that do not go with the others. */
export const checkStepKeys = (step: Fields, role: StepRole, report: Report): void => {
  const written = Object.keys(step);
  const found = findTriggers(step, role);
  // In the order in which they were written, so that the second is the one too many.
  const triggers = written.filter((key) => found.includes(key));
  const saying = findActions(step);
  const actions = written.filter((key) => saying.includes(key));
  if (role !== 'member') checkOne(triggers, 'when it happens', triggerKeys[role], report);
  checkOne(actions, 'what happens', actionKeys, report);
  const chosen = chooseForms(step, triggers, actions, role);
  const allowed = chosen === undefined ? allFields : chosen.flatMap(([, fields]) => fields);
  for (const key of written) {
    if (key === sequenceKey && role === 'step') continue;
    const why = misplace(key, role);
    if (why !== undefined) report(key, why);
    else if (!allowed.includes(key)) report(key, explainStray(key, allowed));
  }
};

const checkOne = (found: readonly string[], question: string, known: readonly string[], report: Report): void => {
  const [first, ...others] = found;
  if (first === undefined)
    report(undefined, explanation(`the step does not say ${question}`, `add one of ${known.join(', ')}`));
  for (const key of others) {
    report(
      key,
      explanation(`"${key}" cannot stand beside "${first}": both say ${question}`, 'keep one, or write two steps'),
    );
  }
};

/** The forms of the trigger and the action; undefined where it is not clear which they are. */
const chooseForms = (
  step: Fields,
  [trigger, ...others]: readonly string[],
  [action, ...more]: readonly string[],
  role: StepRole,
) => {
  if (action === undefined || others.length > 0 || more.length > 0) return undefined;
  const name = action === 'do' ? `do: ${textOf(step['do'])}` : action;
  const ofAction = forms.find(([form]) => form === name);
  const ofTrigger = forms.find(([form]) => form === trigger);
  if (ofAction === undefined || (ofTrigger === undefined && role !== 'member')) return undefined;
  return ofTrigger === undefined ? [ofAction] : [ofTrigger, ofAction];
};

/** What is said of a key that a step may have, but not where this one stands. */
const misplace = (key: string, role: StepRole): Explanation | undefined => {
  const isTrigger = namesOf(triggerFields).some((known) => known === key);
  if (role === 'member' && (isTrigger || ['nth', 'where', 'chance'].includes(key))) {
    return explanation(
      `"${key}" does not go with one of several`,
      'put it beside "together": they all happen at one moment',
    );
  }
  if (role === 'follower' && key === 'at') {
    return explanation('"at" does not stand in a sequence', 'write "wait", which counts from the step before');
  }
  if (role === 'step') return undefined;
  if (key === sequenceKey)
    return explanation('"then" does not stand in a sequence or a group', 'a sequence is one list: add to it');
  return key === groupKey && role === 'member'
    ? explanation('"together" does not stand in a group', 'a group is one list: add to it')
    : undefined;
};

const explainStray = (key: string, allowed: readonly string[]): Explanation => {
  const owners = forms.filter(([, fields]) => fields.includes(key)).map(([form]) => `"${form}"`);
  return owners.length === 0
    ? explanation(`${show(key)} is not a field of a step`, suggest(key, allowed))
    : explanation(`"${key}" does not belong in this step`, `it goes with ${owners.join(', ')}`);
};
