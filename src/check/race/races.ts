import type { Step, StepAction, Trigger } from '../../language/ast.ts';
import { writeDuration } from '../draw/durations.ts';
import type { Demand } from '../sweep/blows.ts';
import type { Stroke } from '../sweep/stroke.ts';
import { type Call, type Group, nameOf, ordersOf } from './together.ts';

/** So many milliseconds apart are answers that are let go one after the other: less than a call takes that one leads to. */
const apart = 20;

const before = ({ exchange, nth }: Call): Trigger => ({ kind: 'on', exchange, nth });

const race = (what: string, moment: string, demand: Demand, acts: readonly [Trigger, StepAction][]): Stroke => ({
  what,
  moment,
  demand,
  steps: acts.map(([trigger, action], index): Step => ({ trigger, action, place: `race, step ${index + 1}` })),
});

/** Holds the answers to calls that are under way together, and lets them go at once, and in every order. */
const answersIn = (group: Group): readonly Stroke[] => {
  const moment = group.map(nameOf).join(', ');
  const first = group.find(({ exchange }) => exchange === 'createDataQuery' || exchange === 'listDataQueryRecords');
  const letGo = (what: string, delayOf: (index: number) => number): readonly Stroke[] => {
    const acts = group.map((call, index): [Trigger, StepAction] => [before(call), held(writeDuration(delayOf(index)))]);
    if (first === undefined) return [race(what, moment, 'finish', acts)];
    const dead: [Trigger, StepAction] = [before(first), { do: 'expireToken' }];
    return [
      race(what, moment, 'finish', acts),
      race(`${what}, and the token is dead`, moment, 'finish', [dead, ...acts]),
    ];
  };
  return [
    ...letGo('answers all at once', () => apart),
    ...ordersOf([...group.keys()]).flatMap((order) =>
      letGo(
        `answers in the order ${order.map((index) => index + 1).join(' ')}`,
        (index) => apart * (1 + order.indexOf(index)),
      ),
    ),
  ];
};

const held = (by: string): StepAction => ({ do: 'fault', fault: 'late', by, times: 1 });

/** Orders in which things come to a client whatever it does at once. */
const always = (calls: readonly Call[]): readonly Stroke[] =>
  calls.flatMap((call) => {
    if (call.exchange === 'createDataQuery') {
      const after: Trigger = { kind: 'after', event: 'created', nth: call.nth, wait: '1ms' };
      const second: Trigger = { kind: 'on', exchange: 'notification', nth: call.nth };
      return [
        race('the notification before the answer', nameOf(call), 'finish', [
          [after, { do: 'finishCollection' }],
          [before(call), held('5s')],
        ]),
        race('the notification overtaken by the next', nameOf(call), 'finish', [
          [second, { do: 'delayNotification', by: '2m', times: 1 }],
        ]),
        race('the answer after a minute', nameOf(call), 'either', [[before(call), held('61s')]]),
      ];
    }
    // Levers are the first customer's.
    if (call.exchange !== 'listDataQueryRecords' || call.nth > 1) return [];
    return [
      race('the new token late', nameOf(call), 'finish', [
        [before(call), { do: 'expireToken' }],
        [before({ exchange: 'requestToken', nth: 1 }), held('5s')],
      ]),
      race('the token dead again before the new one comes', nameOf(call), 'either', [
        [before(call), { do: 'expireToken' }],
        [{ kind: 'after', event: 'tokenRefreshed', nth: 1, wait: '0s' }, { do: 'expireToken' }],
      ]),
    ];
  });

/** Groups of the same calls at other places are raced no more than so often. */
const mostAlike = 2;

/** All races of a plain run: what was under way together, and what may overtake what. */
export const findRaces = (groups: readonly Group[], calls: readonly Call[]): readonly Stroke[] => {
  const seen = new Map<string, number>();
  const chosen = groups.filter((group) => {
    const kind = group.map(({ exchange }) => exchange).join();
    const times = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, times);
    return times <= mostAlike;
  });
  return [...chosen.flatMap(answersIn), ...always(calls)];
};
