import { applicationsIn } from '../../trace/initial-world.ts';
import type { Delivery, History, Notification } from '../history.ts';
import { isAccepted } from '../history/queries.ts';
import { collect } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { decide, type Evidence, heldUnless, inconclusive } from '../verdicts.ts';

export const webhookAnswers = clientRule({
  id: 'C16',
  name: 'webhook-answers',
  level: 'must',
  claim:
    'Every notification is answered with 2xx: also repeated ones, early ones, those with more fields or unknown ids.',
  why: 'A notification that is not taken may never come again, and its hour runs all the same.',
  section: 'Events',
  good: [
    ['10m', 'client', 'answers the notification with 204'],
    ['10m', 'client', 'answers the same notification with 204 once more'],
  ],
  bad: [
    ['10m', 'client', 'answers the notification with 204'],
    ['10m', 'client', 'answers the same notification with 500'],
  ],
  judge: (history) => {
    const until = history.ended?.place ?? Number.POSITIVE_INFINITY;
    const judged = collect(history.notifications, (notification) =>
      notification.deliveries
        .filter(({ place }) => place < until)
        .map((delivery) => judgeDelivery(history, notification, delivery)),
    );
    const against = judged.filter((one) => typeof one === 'object');
    if (against.length > 0) return heldUnless(against);
    if (judged.includes('too slow')) return inconclusive('how long an application may take to answer is not shown');
    return decide([], judged.filter((one) => one === 'taken').length, 'no notification arrived');
  },
});

const judgeDelivery = (
  history: History,
  notification: Notification,
  delivery: Delivery,
): Evidence | 'taken' | 'lost' | 'too slow' => {
  const { at, status, why = '' } = delivery;
  if (isAccepted(delivery)) return 'taken';
  const say = (became: string): Evidence => ({
    at,
    text: `${nameNotification(history, notification)} was ${became}${why === '' ? '' : `: ${why}`}`,
  });
  if (status !== undefined) return say(`answered with ${status}`);
  if (notification.fault?.name === 'lost') return 'lost';
  if (/^no (?:answer|connection) within/.test(why)) return 'too slow';
  return say('not taken');
};

const nameNotification = ({ entries }: History, { query, application }: Notification): string => {
  const areSeveral = applicationsIn(entries).size > 1;
  return `the notification of query ${query}${areSeveral && application !== undefined ? ` for ${application}` : ''}`;
};
