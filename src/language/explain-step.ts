import { suggest } from '../nearest.ts';
import type { Nth, StepAction, Trigger } from './ast.ts';
import { explainUnknownKey, say } from './explain.ts';
import { show } from './show.ts';

export const explainNth = (value: unknown): string =>
  typeof value === 'string' && !/\d/.test(value)
    ? say(`${show(value)} is not a position`, suggest(value, ['every']))
    : say(`${show(value)} is not a position`, 'write a whole number from 1 to 1000000, "every", "2..4" or "3.."');

export const explainChance = (value: unknown): string => {
  const percent = typeof value === 'number' ? value : Number.parseFloat(String(value));
  const share = typeof value === 'number' && value <= 1 ? value * 100 : percent;
  const isShare = share > 0 && share <= 100;
  const rounded = Math.max(0.001, Math.round(share * 1000) / 1000);
  return say(
    `${show(value)} is not a chance`,
    isShare ? `write "${rounded}%"` : 'write more than 0% and at most "100%"',
  );
};

export const emptyFilter = say('a filter that lets everything pass', 'remove "where", or say where, as "page: 2"');

export const filterAtTime = say(
  'there is nothing at a time that "where" could look at',
  'put it in a step "on" a request or "after" an event, or beside a fault that says its "operation"',
);

export const explainFilter = (key: string, name: string, known: readonly string[]): string =>
  known.length === 0
    ? say(`nothing is known about ${name} that "where" could look at`, 'remove "where"')
    : explainUnknownKey(key, `a filter for ${name}`, known);

export const explainOvercount = (key: 'times' | 'for', nth: Nth): string =>
  say(
    `"${key}" cannot stand beside "nth: ${nth}": both say how often`,
    key === 'times' ? 'remove one of the two, or write "nth: 1..3"' : 'remove "nth": all are hit while it lasts',
  );

const faults: Partial<Readonly<Record<StepAction['do'], string>>> = {
  fail: 'a failure',
  fault: 'a fault',
};

const moments: Readonly<Record<Exclude<Trigger['kind'], 'on'>, string>> = {
  at: 'at a time',
  after: 'after an event',
  wait: 'after a wait',
};

/** Why a fault has nothing to hit; undefined where it has. */
export const explainTarget = (step: { readonly trigger: Trigger; readonly action: StepAction }): string | undefined => {
  const { trigger, action } = step;
  const fault = faults[action.do];
  if (fault === undefined || 'operation' in action) return undefined;
  if (trigger.kind !== 'on') {
    return say(
      `${fault} ${moments[trigger.kind]} needs an operation to hit`,
      'add "operation: listDataQueryRecords", for example',
    );
  }
  if (trigger.exchange !== 'notification') return undefined;
  const others =
    'add "operation" to hit a request, or write "do: loseNotification", delayNotification or repeatNotification';
  return action.do === 'fail'
    ? say('whether a notification fails is up to the endpoint that gets it', `let that answer 500; or ${others}`)
    : say(`${fault} cannot be one to a notification`, others);
};
