import { applicationsIn } from '../../trace/initial-world.ts';
import type { Delivery, Notification } from '../history.ts';
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
  judge: ({ notifications, ended, entries }) => {
    const until = ended?.place ?? Number.POSITIVE_INFINITY;
    const areSeveral = applicationsIn(entries).size > 1;
    const judged = collect(notifications, (notification) =>
      notification.deliveries
        .filter(({ place }) => place < until)
        .map((delivery) => judgeDelivery(notification, delivery, areSeveral)),
    );
    const against = judged.filter((one) => typeof one === 'object');
    if (against.length > 0) return heldUnless(against);
    if (judged.includes('too slow')) return inconclusive('how long an application may take to answer is not shown');
    return decide([], judged.filter((one) => one === 'taken').length, 'no notification arrived');
  },
});

const judgeDelivery = (
  { query, application, fault }: Notification,
  delivery: Delivery,
  areSeveral: boolean,
): Evidence | 'taken' | 'lost' | 'too slow' => {
  const { at, status, why = '' } = delivery;
  const whose = areSeveral && application !== undefined ? ` for ${application}` : '';
  const what = `the notification of query ${query}${whose}`;
  if (isAccepted(delivery)) return 'taken';
  if (status !== undefined) return { at, text: `${what} was answered with ${status}` };
  if (fault?.name === 'lost') return 'lost';
  if (why.startsWith('no answer within')) return 'too slow';
  return { at, text: `${what} was not taken${why.startsWith('no endpoint') ? `: ${why}` : ''}` };
};
