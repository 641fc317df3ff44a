import type { EventName } from '../../core/event.ts';
import type { ExchangeName, Trigger } from '../../language/ast.ts';
import type { Duration } from '../../spec/time.ts';
import { pick, pickAny } from './draws.ts';
import { lengthsBelow } from './durations.ts';

/** What is known of a client from runs in which nothing goes wrong: how often it has which exchange. */
export type Habits = Partial<Readonly<Record<ExchangeName, number>>> & {
  /** To how many of two customers it attends. */
  readonly customers?: number;
  /** How many records it asks for at a time. */
  readonly pageSize?: number;
};

/** When a step happens, as numbers. */
export interface MomentDraw {
  readonly moment: number;
  readonly nth: number;
}

/** Without an exchange that a client has, nothing drawn for it would ever meet it. */
const worthMeeting: readonly [ExchangeName, ...ExchangeName[]] = [
  'createDataQuery',
  'listDataQueryRecords',
  'notification',
  'downloadFile',
  'requestToken',
  'downloadSchema',
  'callReporting',
  'callSubmission',
  'sendEmail',
];

/** Creates, listings and notifications decide most. */
const weights: Partial<Readonly<Record<ExchangeName, number>>> = {
  createDataQuery: 4,
  listDataQueryRecords: 6,
  notification: 3,
  downloadFile: 3,
  requestToken: 2,
};

/** The exchanges a step can stand in front of, each once. A token may be asked for only once something has gone wrong. */
export const exchangesOf = (habits: Habits): readonly [ExchangeName, ...ExchangeName[]] => {
  const met = worthMeeting.filter((name) => name === 'requestToken' || (habits[name] ?? 0) > 0);
  const [first, ...others] = met;
  return first === undefined || others.length === 0 ? worthMeeting : [first, ...others];
};

/** The same, each as often as it is worth it. */
export const weightedExchanges = (habits: Habits): readonly [ExchangeName, ...ExchangeName[]] => {
  const [first, ...others] = exchangesOf(habits);
  const often = (name: ExchangeName, less = 0): readonly ExchangeName[] =>
    Array.from({ length: (weights[name] ?? 1) - less }, () => name);
  return [first, ...often(first, 1), ...others.flatMap((name) => often(name))];
};

const positions: readonly [number, ...number[]] = [1, 1, 2, 1, 1, 3, 1, 2];
const farPositions: readonly [number, ...number[]] = [5, 6, 4, 10, 11, 20, 21, 22];

/** Which of its kind: one that the client has, or one of the retries that trouble leads to. */
export const drawPosition = (habits: Habits, exchange: ExchangeName, nth: number): number => {
  const usual = habits[exchange] ?? 0;
  const rest = nth >> 3;
  if (usual < 2 || nth % 8 < 3) return pick(positions, rest);
  return nth % 8 === 7 ? pick(farPositions, rest) : 1 + (rest % (usual + 1));
};

const events: readonly [EventName, ...EventName[]] = [
  'created',
  'notified',
  'listed',
  'created',
  'completed',
  'tokenRefreshed',
  'downloaded',
  'created',
  'canceled',
];

const waits: readonly Duration[] = ['0s', '0s', '1m', ...lengthsBelow('2h')];
const times: readonly Duration[] = ['0s', '5m', ...lengthsBelow('2h')];

/** A moment before an exchange, after an event, or by the clock. */
export const drawTrigger = (habits: Habits, { moment, nth }: MomentDraw): Trigger => {
  const rest = moment >> 3;
  switch (moment % 8) {
    case 5:
    case 6:
      return {
        kind: 'after',
        event: pick(events, rest),
        nth: pick([1, 1, 2], nth),
        wait: pickAny(waits, nth >> 2) ?? '0s',
      };
    case 7:
      return { kind: 'at', time: pickAny(times, rest) ?? '0s' };
    default: {
      const exchange = pick(weightedExchanges(habits), rest);
      return { kind: 'on', exchange, nth: drawPosition(habits, exchange, nth) };
    }
  }
};
