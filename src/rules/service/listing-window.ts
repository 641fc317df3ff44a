import { ms } from '../../spec/time.ts';
import type { Answered, Timestamp, Query, History } from '../history.ts';
import { isAccepted } from '../history/queries.ts';
import { serviceRule } from '../rule.ts';
import { short } from '../../trace/short.ts';
import { fine } from '../verdicts.ts';
import { isFresh, isList, ownCalls } from './portability.ts';

export const listingWindow = serviceRule({
  id: 'S5',
  name: 'listing-window',
  claim:
    'Records are listed of a COMPLETED query, once its notification was sent, for an hour; otherwise listing is refused.',
  why: 'Data would be handed out that is incomplete, or that may no longer be handed out.',
  section: 'States and transitions',
  good: [
    ['10m', 'service', 'notification: 4f1c is COMPLETED'],
    ['1h10m', 'client', 'listDataQueryRecords → 200'],
    ['1h10m1ms', 'client', 'listDataQueryRecords → 403 ACCESS_TIME_ELAPSED'],
  ],
  bad: [
    ['10m', 'service', 'notification: 4f1c is COMPLETED'],
    ['1h10m1ms', 'client', 'listDataQueryRecords → 200'],
  ],
  judge: (history, findings) => {
    for (const exchange of ownCalls(history)) {
      if (!isList(exchange) || !isFresh(exchange)) continue;
      const query = history.queries.get((exchange.parsed.queryId ?? '').toLowerCase());
      const { isOk, row } = exchange.answer;
      if (query === undefined || !(isOk || row === 'queryNotCompleted' || row === 'accessTimeElapsed')) continue;
      const moment =
        history.world === undefined ? guess(history, query, exchange) : findMoment(history, query, exchange.answer);
      if (moment === 'unknown') continue;
      const isRight = expected[moment] === (isOk ? 'ok' : row);
      findings.check(exchange, isRight ? fine : sayWrong(exchange, moment, query));
    }
    return findings.decide('no query was listed');
  },
});

type Moment = 'early' | 'open' | 'over';

const expected = {
  early: 'queryNotCompleted',
  open: 'ok',
  over: 'accessTimeElapsed',
} as const satisfies Record<Moment, string>;

const sayWrong = ({ answer: { status, isOk, row } }: Answered, moment: Moment, { id }: Query): string =>
  `was answered ${status}${isOk ? '' : ` ${row}`} although ${because[moment]} for query ${short(id)}`;

const because = {
  early: 'there was nothing to list yet',
  open: 'the listing window was open',
  over: 'the listing window was over',
} as const satisfies Record<Moment, string>;

type Decided = Pick<Answered['answer'], 'decidedAt' | 'turn'>;

const findMoment = (history: History, query: Query, { decidedAt, turn }: Decided): Moment => {
  const { assumptions, limits } = history.context;
  const isBefore = (mark: Timestamp | undefined): mark is Timestamp => mark !== undefined && mark.turn < turn;
  const state = isBefore(query.ended) ? query.ended.state : query.initially?.state;
  if (state !== 'completed') return 'early';
  const { initially, notifications } = query;
  const firstAt = initially?.sentAt ?? notifications.find(isBefore)?.at;
  if (firstAt === undefined) return assumptions['list.beforeNotification'] === 'records' ? 'open' : 'early';
  const opened = assumptions['notification.windowStart'] === 'first-attempt' ? firstAt : acceptedAt(query, turn);
  if (opened === undefined) return 'open';
  const length = ms(limits.listingWindow.value);
  const age = decidedAt - opened;
  if (age === length) return assumptions['list.windowBoundary'] === 'open' ? 'open' : 'over';
  return age < length ? 'open' : 'over';
};

/** When the sending was that the application accepted: the last one, by the time it did. */
const acceptedAt = ({ initially, notifications }: Query, turn: number): number | undefined => {
  if (initially?.acceptedAt !== undefined) return initially.acceptedAt;
  const sent = notifications.filter((notification) => notification.turn < turn);
  const accepted = sent
    .flatMap(({ deliveries }) => deliveries)
    .filter((delivery) => isAccepted(delivery) && delivery.turn < turn)
    .sort((one, other) => one.turn - other.turn)[0];
  if (accepted === undefined) return undefined;
  return sent.findLast((notification) => notification.turn < accepted.turn)?.at ?? initially?.sentAt;
};

/** What a recording tells for certain: the notification was sent before it came, and after the query was asked for. */
const guess = (history: History, query: Query, exchange: Answered): Moment | 'unknown' => {
  const [notification] = query.notifications;
  const [create] = query.given;
  const length = ms(history.context.limits.listingWindow.value);
  const { answer } = exchange;
  if (answer.isOk && notification?.status === 'CANCELED') return 'early';
  if (answer.isOk && notification !== undefined && exchange.at - notification.at > length) return 'over';
  if (answer.row === 'accessTimeElapsed' && create !== undefined && answer.at - create.at < length) return 'open';
  return notification !== undefined && answer.isOk ? 'open' : 'unknown';
};
