import { suggest } from '../nearest.ts';
import { namesOf } from '../spec/names-of.ts';
import type { Fields } from './data.ts';
import { say } from './explain.ts';
import { show } from './show.ts';
import { actionKeys, plainFields, sequenceKey, triggerFields, verbFields, verbs } from './words.ts';

/** Where a step stands: in the scenario itself, in the sequence of another, or as one of several at the same moment. */
export type Standing = 'step' | 'follower' | 'member';

type TriggerKey = keyof typeof triggerFields;

/** How a step says when it happens, by where it stands. */
export const triggerKeys: Readonly<Record<Standing, readonly TriggerKey[]>> = {
  step: ['at', 'after', 'on'],
  follower: ['wait', 'after', 'on'],
  member: [],
};

/** Without a key it is the step as a whole that is wrong. */
type Report = (key: string | undefined, message: string) => void;

/** Every form that a step can have, triggers and actions alike, with the fields that go with it. */
const forms: readonly (readonly [string, readonly string[]])[] = [
  ...Object.entries(triggerFields),
  ...verbs.map((verb) => [`do: ${verb}`, ['do', ...verbFields[verb]]] as const),
  ...Object.entries(plainFields),
  [sequenceKey, [sequenceKey]],
];

const allFields: readonly string[] = [...new Set(forms.flatMap(([, fields]) => fields))];

/** Which of its keys says when the step happens: `wait` beside another one is a detail of that. */
export const findTriggers = (step: Fields, standing: Standing): readonly string[] => {
  const found = triggerKeys[standing].filter((key) => Object.hasOwn(step, key));
  const others = found.filter((key) => key !== 'wait');
  return others.length > 0 ? others : found;
};

/** Which of its keys says what happens: `fault` beside "do" is a detail of that, for the verbs that have such a field. */
export const findActions = (step: Fields): readonly string[] => {
  const found = actionKeys.filter((key) => Object.hasOwn(step, key));
  return found.includes('do') ? found.filter((key) => !isDetail(step['do'], key)) : found;
};

const isDetail = (verb: unknown, key: string): boolean => {
  const known = verbs.find((one) => one === verb);
  return (known === undefined ? verbs : [known]).some((one) => verbFields[one].some((field: string) => field === key));
};

/** Reports the keys that a step lacks, has too many of, or that do not go with the others. */
export const checkStepKeys = (step: Fields, standing: Standing, report: Report): void => {
  const written = Object.keys(step);
  const found = findTriggers(step, standing);
  // In the order in which they were written, so that the second is the one too many.
  const triggers = written.filter((key) => found.includes(key));
  const saying = findActions(step);
  const actions = written.filter((key) => saying.includes(key));
  if (standing !== 'member') checkOne(triggers, 'when it happens', triggerKeys[standing], report);
  checkOne(actions, 'what happens', actionKeys, report);
  const chosen = chooseForms(step, triggers, actions, standing);
  const allowed = chosen === undefined ? allFields : chosen.flatMap(([, fields]) => fields);
  for (const key of written) {
    if (key === sequenceKey && standing === 'step') continue;
    const why = misplace(key, standing);
    if (why !== undefined) report(key, why);
    else if (!allowed.includes(key)) report(key, explainStray(key, allowed));
  }
};

const checkOne = (found: readonly string[], question: string, known: readonly string[], report: Report): void => {
  const [first, ...others] = found;
  if (first === undefined)
    report(undefined, say(`the step does not say ${question}`, `add one of ${known.join(', ')}`));
  for (const key of others) {
    report(key, say(`"${key}" cannot stand beside "${first}": both say ${question}`, 'keep one, or write two steps'));
  }
};

/** The forms of the trigger and the action; undefined where it is not clear which they are. */
const chooseForms = (
  step: Fields,
  [trigger, ...others]: readonly string[],
  [action, ...more]: readonly string[],
  standing: Standing,
) => {
  if (action === undefined || others.length > 0 || more.length > 0) return undefined;
  const name = action === 'do' ? `do: ${String(step['do'])}` : action;
  const ofAction = forms.find(([form]) => form === name);
  const ofTrigger = forms.find(([form]) => form === trigger);
  if (ofAction === undefined || (ofTrigger === undefined && standing !== 'member')) return undefined;
  return ofTrigger === undefined ? [ofAction] : [ofTrigger, ofAction];
};

/** What is said of a key that a step may have, but not where this one stands. */
const misplace = (key: string, standing: Standing): string | undefined => {
  const isTrigger = namesOf(triggerFields).some((known) => known === key);
  if (standing === 'member' && (isTrigger || ['nth', 'where', 'chance'].includes(key))) {
    return say(`"${key}" does not go with one of several`, 'put it beside "together": they all happen at one moment');
  }
  if (standing === 'follower' && key === 'at') {
    return say('"at" does not stand in a sequence', 'write "wait", which counts from the step before');
  }
  if (standing === 'step') return undefined;
  if (key === sequenceKey)
    return say('"then" does not stand in a sequence or a group', 'a sequence is one list: add to it');
  return key === 'together' && standing === 'member'
    ? say('"together" does not stand in a group', 'a group is one list: add to it')
    : undefined;
};

const explainStray = (key: string, allowed: readonly string[]): string => {
  const owners = forms.filter(([, fields]) => fields.includes(key)).map(([form]) => `"${form}"`);
  return owners.length === 0
    ? say(`${show(key)} is not a field of a step`, suggest(key, allowed))
    : say(`"${key}" does not belong in this step`, `it goes with ${owners.join(', ')}`);
};
