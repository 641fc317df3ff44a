import { lasting } from './generate-actions.ts';
import { pick } from './generate-settings.ts';
import type { History } from './reference/history.ts';
import { attemptsOf } from './reference/notifications.ts';
import { queriesOf } from './reference/queries.ts';
import { lengths, retryWaits } from './reference/rows.ts';
import { lengthOf } from './reference/settings.ts';

/** When the next event comes: often at once, often at a boundary of something, or a millisecond beside it. */

const besides = [0, 0, -1, 1] as const;

const boundaries = (history: History): readonly number[] => [
  lengths.memory,
  lengths.second,
  lengths.memory,
  lengths.second,
  lengths.memory,
  lengthOf(history.settings.choices['token.lifetime']),
  ...retryWaits,
  ...lasting,
  lengths.overall,
];

/** Long ones, taken seldom: after them little is left of what was. */
const farBoundaries = [lengths.window, lengths.day, lengths.window, lengths.overall] as const;

/** A boundary of something that happened a while ago. */
const nearBoundary = (history: History, now: number, number: number, far: boolean): number => {
  const { events } = history;
  const event = events[events.length - 1 - (Math.floor(number / 60) % Math.min(events.length, 12))];
  const length = pick(far ? farBoundaries : boundaries(history), Math.floor(number / 4));
  return Math.max(now, (event?.at ?? now) + length + pick(besides, number));
};

/** The end of a collection, its notification, or the end of the hour after it. */
const nearQuery = (history: History, now: number, number: number): number => {
  const view = { before: history.events.length, now };
  const query = queriesOf(history, view).at(-1 - (Math.floor(number / 16) % 2));
  if (query === undefined) return now;
  const [first] = attemptsOf(history, query, view);
  const hourAfter = first === undefined || Math.floor(number / 4) % 4 > 0 ? undefined : first.at + lengths.window;
  const instants = [query.endsAt, query.endsAt + query.notifiedAfter, hourAfter].filter(
    (instant) => instant !== undefined && instant > now + 1,
  );
  return Math.max(now, (instants[0] ?? now) + pick(besides, number));
};

/** A millisecond before midnight is no time that is over. */
const nextMidnight = (now: number): number => (Math.floor((now + 1) / lengths.day) + 1) * lengths.day;

/** When a notification is due again that was not taken. */
const nextAttempt = (history: History, now: number): number => {
  const heard = history.events.findLast(({ kind }) => kind === 'heard');
  const wait = heard?.kind === 'heard' ? retryWaits[heard.attempt - 1] : undefined;
  return Math.max(now + 1, (heard?.at ?? now) + (wait ?? 0));
};

export const generateInstant = (history: History, when: number): number => {
  const now = history.events.at(-1)?.at ?? history.settings.start;
  const number = Math.floor(when / 32);
  switch (when % 32) {
    case 20:
    case 21:
    case 22:
      return now + 1 + (number % 1500);
    case 23:
      return now + (number % 60) * 1000;
    case 24:
    case 25:
    case 26:
      return nearBoundary(history, now, number, false);
    case 27:
      return nearBoundary(history, now, number, true);
    case 28:
    case 29:
    case 30:
      return nearQuery(history, now, number);
    case 31:
      return (number % 2 === 0 ? nextMidnight(now) : nextAttempt(history, now)) + pick(besides, number >> 1);
    default:
      return now;
  }
};
