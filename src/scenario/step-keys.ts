import { suggest } from '../nearest.ts';
import { namesOf } from '../spec/names-of.ts';
import { say } from './explain.ts';
import { show } from './show.ts';
import { actionKeys, triggerFields, verbFields, verbs } from './words.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Without a key it is the step as a whole that is wrong. */
type Report = (key: string | undefined, message: string) => void;

/** Every form that a step can have, triggers and actions alike, with the fields that go with it. */
const forms: readonly (readonly [string, readonly string[]])[] = [
  ...Object.entries(triggerFields),
  ...verbs.map((verb) => [`do: ${verb}`, ['do', ...verbFields[verb]]] as const),
  ['fail', ['fail', 'times', 'operation']],
  ['accident', ['accident', 'by', 'pieces', 'times', 'operation']],
  ['elapse', ['elapse']],
];

const allFields: readonly string[] = [...new Set(forms.flatMap(([, fields]) => fields))];

/** Reports the keys that a step lacks, has too many of, or that do not go with the others. */
export const checkStepKeys = (step: Fields, report: Report): void => {
  const written = Object.keys(step);
  const triggers = written.filter((key) => namesOf(triggerFields).some((known) => known === key));
  const actions = written.filter((key) => actionKeys.some((known) => known === key));
  checkOne(triggers, 'when it happens', ['at', 'after', 'on'], report);
  checkOne(actions, 'what happens', actionKeys, report);
  const chosen = triggers.length === 1 && actions.length === 1 ? chooseForms(step, triggers[0], actions[0]) : [];
  const allowed = chosen.length === 2 ? chosen.flatMap(([, fields]) => fields) : allFields;
  for (const key of written) {
    if (allowed.includes(key)) continue;
    const owners = forms.filter(([, fields]) => fields.includes(key)).map(([form]) => `"${form}"`);
    if (owners.length === 0) report(key, say(`${show(key)} is not a field of a step`, suggest(key, allowed)));
    else report(key, say(`"${key}" does not belong in this step`, `it goes with ${owners.join(', ')}`));
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

/** The forms of the trigger and the action, or fewer where the action's verb is not known. */
const chooseForms = (step: Fields, trigger: string | undefined, action: string | undefined) =>
  forms.filter(([form]) => form === trigger || form === (action === 'do' ? `do: ${String(step['do'])}` : action));
