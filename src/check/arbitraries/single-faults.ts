import type { Trigger } from '../../language/ast.ts';
import { type Blow, blowsAt } from '../sweep/faults.ts';
import { leversAt } from '../sweep/levers.ts';
import { exchangesOf, type Habits } from './triggers.ts';
import type { Act } from './combinations.ts';

/** One thing that can go wrong, and what has to happen for it to have its moment. */
type Feature = readonly Act[];

const on = (exchange: Extract<Trigger, { kind: 'on' }>['exchange']): Trigger => ({ kind: 'on', exchange, nth: 1 });

/** The moments between which a story changes, as far as a client comes to them. */
const turningPoints = (habits: Habits): readonly Trigger[] => [
  on('createDataQuery'),
  { kind: 'after', event: 'created', nth: 1, wait: '1m' },
  on('notification'),
  on('listDataQueryRecords'),
  on('downloadFile'),
  { kind: 'after', event: 'canceled', nth: 1, wait: '0s' },
  ...((habits.callReporting ?? 0) > 0 ? [on('callReporting')] : []),
  ...((habits.callSubmission ?? 0) > 0 ? [on('callSubmission')] : []),
];

const leversOf = (trigger: Trigger): readonly Blow[] =>
  leversAt({ name: '', trigger, ...(trigger.kind === 'on' && { exchange: trigger.exchange }) });

/** Without this there may be nothing that asks for a token, and no query that ends without its data. */
const preparation = (trigger: Trigger, habits: Habits): readonly Act[] => {
  if (trigger.kind === 'after' && trigger.event === 'canceled') {
    return [{ trigger: { kind: 'after', event: 'created', nth: 1, wait: '1s' }, action: { do: 'revokeConsent' } }];
  }
  const isUnused = trigger.kind === 'on' && trigger.exchange === 'requestToken' && (habits.requestToken ?? 0) === 0;
  return isUnused ? [{ trigger: on('listDataQueryRecords'), action: { do: 'expireToken' } }] : [];
};

/** All that can go wrong by itself, so that by and by there is a story for each. */
const featuresOf = (habits: Habits): readonly Feature[] => {
  const singles = [
    ...exchangesOf(habits).flatMap((exchange) =>
      blowsAt(exchange).map(({ action }) => ({ trigger: on(exchange), action })),
    ),
    ...turningPoints(habits).flatMap((trigger) => leversOf(trigger).map(({ action }) => ({ trigger, action }))),
  ];
  return singles.map((act) => [...preparation(act.trigger, habits), act]);
};

/** Far from the length of the list, so that neighbours have little in common. */
const stride = 263;

const known = new WeakMap<Habits, readonly Feature[]>();

/** What the story of a turn is about: after as many turns as there are things that can go wrong, all have had one. */
export const featureOf = (habits: Habits, turn: number): Feature => {
  const features = known.get(habits) ?? featuresOf(habits);
  known.set(habits, features);
  return features[(turn * strideFor(features.length)) % features.length] ?? [];
};

const strideFor = (count: number): number => {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  for (let step = stride; ; step += 1) if (divisor(step, count) === 1) return step;
};
