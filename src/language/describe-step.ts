import type { Step, StepAction, Together, Trigger, Where } from './ast.ts';
import { describeNth } from './occurrence.ts';
import { rowOf } from './verbs.ts';

/**
 * A step as one readable line, for reports.
 *
 * @example
 * describeStep(step) // 'on the 2nd listDataQueryRecords: fail with integrationTimeout, 3 times'
 */
export const describeStep = ({ trigger, action, followers = [] }: Omit<Step, 'place'>): string =>
  [
    `${describeTrigger(trigger)}: ${describeAll(action)}`,
    ...followers.map((next) => `then ${describeStep(next)}`),
  ].join('; ');

const describeTrigger = (trigger: Trigger): string =>
  `${describeMoment(trigger)}${describeFilter(trigger.where)}${describeChance(trigger.chance)}`;

const describeMoment = (trigger: Trigger): string => {
  switch (trigger.kind) {
    case 'at':
      return `at ${trigger.time}`;
    case 'wait':
      return `${trigger.time} later`;
    case 'after': {
      const wait = trigger.wait === '0s' ? '' : `${trigger.wait} `;
      return `${wait}after ${describeNth(trigger.nth, `"${trigger.event}"`)}`;
    }
    case 'on':
      return `on ${describeNth(trigger.nth, trigger.exchange)}`;
    default:
      return trigger satisfies never;
  }
};

const describeFilter = (where: Where | undefined): string =>
  where === undefined
    ? ''
    : ` (${Object.entries(where)
        .map(([key, value]) => `${key} ${value}`)
        .join(', ')})`;

const describeChance = (chance: string | undefined): string =>
  chance === undefined ? '' : `, with a chance of ${chance}`;

const describeAll = (action: StepAction | Together): string =>
  action.do === 'together' ? action.actions.map(describeAction).join(' and ') : describeAction(action);

const describeAction = (action: StepAction): string => rowOf(action.do).says({ ...action });
