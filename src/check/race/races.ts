import type { Step, StepAction, Trigger } from '../../language/ast.ts';
import { writeDuration } from '../arbitraries/durations.ts';
import type { Demand } from '../../language/verbs.ts';
import { nameExchange } from '../exchanges.ts';
import type { Injection } from '../sweep/injection.ts';
import { type NthCall, type Group, ordersOf } from './concurrent-calls.ts';

/** So many milliseconds apart are answers that are let go one after the other: less than a call takes that one leads to. */
const apart = 20;

const before = ({ exchange, nth }: NthCall): Trigger => ({ kind: 'on', exchange, nth });

const race = (what: string, moment: string, demand: Demand, drafts: readonly [Trigger, StepAction][]): Injection => ({
  what,
  moment,
  demand,
  steps: drafts.map(([trigger, action], index): Step => ({ trigger, action, place: `race, step ${index + 1}` })),
});

/** Holds the answers to calls that are under way together, and lets them go at once, and in every order. */
const answersIn = (group: Group): readonly Injection[] => {
  const moment = group.map(nameExchange).join(', ');
  const first = group.find(({ exchange }) => exchange === 'createDataQuery' || exchange === 'listDataQueryRecords');
  const released = (what: string, delayOf: (index: number) => number): readonly Injection[] => {
    const drafts = group.map((call, index): [Trigger, StepAction] => [
      before(call),
      held(writeDuration(delayOf(index))),
    ]);
    if (first === undefined) return [race(what, moment, 'finish', drafts)];
    const dead: [Trigger, StepAction] = [before(first), { do: 'expireToken' }];
    return [
      race(what, moment, 'finish', drafts),
      race(`${what}, and the token is dead`, moment, 'finish', [dead, ...drafts]),
    ];
  };
  return [
    ...released('answers all at once', () => apart),
    ...ordersOf([...group.keys()]).flatMap((order) =>
      released(
        `answers in the order ${order.map((index) => index + 1).join(' ')}`,
        (index) => apart * (1 + order.indexOf(index)),
      ),
    ),
  ];
};

const held = (by: string): StepAction => ({ do: 'fault', fault: 'late', by, times: 1 });

/** Orders in which things come to a client whatever it does at once. */
const always = (calls: readonly NthCall[]): readonly Injection[] =>
  calls.flatMap((call) => {
    if (call.exchange === 'createDataQuery') {
      const after: Trigger = { kind: 'after', event: 'created', nth: call.nth, wait: '1ms' };
      const second: Trigger = { kind: 'on', exchange: 'notification', nth: call.nth };
      return [
        race('the notification before the answer', nameExchange(call), 'finish', [
          [after, { do: 'finishCollection' }],
          [before(call), held('5s')],
        ]),
        race('the notification overtaken by the next', nameExchange(call), 'finish', [
          [second, { do: 'delayNotification', by: '2m', times: 1 }],
        ]),
        race('the answer after a minute', nameExchange(call), 'either', [[before(call), held('61s')]]),
      ];
    }
    // Actions are about the first customer.
    if (call.exchange !== 'listDataQueryRecords' || call.nth > 1) return [];
    return [
      race('the new token late', nameExchange(call), 'finish', [
        [before(call), { do: 'expireToken' }],
        [before({ exchange: 'requestToken', nth: 1 }), held('5s')],
      ]),
      race('the token dead again before the new one comes', nameExchange(call), 'either', [
        [before(call), { do: 'expireToken' }],
        [{ kind: 'after', event: 'tokenRefreshed', nth: 1, wait: '0s' }, { do: 'expireToken' }],
      ]),
    ];
  });

/** Groups of the same calls at other places are raced no more than so often. */
const mostAlike = 2;

/** All races of a run: what was under way together, and what may overtake what. */
export const findRaces = (groups: readonly Group[], calls: readonly NthCall[]): readonly Injection[] => {
  const seen = new Map<string, number>();
  const chosen = groups.filter((group) => {
    const kind = group.map(({ exchange }) => exchange).join();
    const times = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, times);
    return times <= mostAlike;
  });
  return [...chosen.flatMap(answersIn), ...always(calls)];
};
