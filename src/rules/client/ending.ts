import { ms, showDuration } from '../../spec/time.ts';
import type { Entry } from '../../trace/entry.ts';
import type { History } from '../history.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, heldUnless, inconclusive, unended } from '../verdicts.ts';
import { begunQueries } from './calls.ts';

/** Longer than a day, since the quota of a day may have to be waited for, and with room for what follows. */
const bound = ms('2d');

export const terminates = clientRule({
  id: 'C18',
  name: 'terminates',
  level: 'must',
  claim: 'The client comes to an end, at the latest two days after the last thing that happened to it.',
  why: 'An import that waits or retries for ever is missed by nobody until its data is.',
  section: 'Errors, interface C',
  good: [
    ['10m', 'network', 'the notification gets lost'],
    ['6h', 'client', 'fails: no notification came'],
  ],
  bad: [
    ['10m', 'network', 'the notification gets lost'],
    ['2d', 'client', 'waits still'],
  ],
  judge: (history) => {
    const { ended } = history;
    if (ended === undefined) return unended;
    const why = endlessness(ended.error ?? '');
    if (why === undefined) {
      const since = ended.at - lastDisturbance(history);
      const text = `the client ended ${showDuration(since)} after the last thing that happened to it`;
      return heldUnless(since > bound ? [{ at: ended.at, text }] : []);
    }
    if (why === 'held') return inconclusive('time was held, so that nothing could happen');
    const isHeld = [...begunQueries(history).values()].some((query) => query.ended === undefined);
    if (isHeld) return inconclusive('a collection was never finished');
    return heldUnless([{ at: ended.at, text: why }]);
  },
});

/** How a run is broken off whose client does not end. */
const endlessness = (error: string): string | undefined => {
  if (error.endsWith('[CLOCK_RUNAWAY]')) return 'the client went on for 30 days, and was broken off';
  if (!error.endsWith('[CLOCK_STUCK]')) return undefined;
  const isOurs = error.includes('time is held') || error.includes('; at work: ');
  return isOurs ? 'held' : 'the client waited for something that could not come any more';
};

/** Whether an entry is something that a client had to deal with, and did not do itself. */
const disturbs: Readonly<Record<Entry['kind'], boolean>> = {
  began: false,
  authorized: false,
  request: false,
  answer: false,
  arrived: false,
  hungUp: false,
  fault: true,
  transition: true,
  notification: true,
  notificationFault: true,
  delivered: true,
  undelivered: true,
  action: true,
  due: false,
  slept: true,
  ended: false,
};

/** When the service, the network or a scenario last did something that the client had to deal with. */
const lastDisturbance = ({ entries }: History): number => {
  const last = entries.findLast(
    (entry) => disturbs[entry.kind] || (entry.kind === 'answer' && entry.injected === true),
  );
  return last?.at ?? 0;
};

/** Virtual time that is watched once the client has ended: what it left running shows by then. */
export const quietPeriod = ms('10m');

export const quietAfterEnd = clientRule({
  id: 'C19',
  name: 'quiet-after-end',
  level: 'must',
  claim: 'Once its promise has settled, the client sends nothing any more.',
  why: 'Whoever awaited it believes that it is over, and what fails later fails unseen.',
  section: 'Errors, interface C',
  good: [
    ['12m', 'client', 'downloadFile → 200'],
    ['12m', 'client', 'finished'],
  ],
  bad: [
    ['12m', 'client', 'finished'],
    ['12m1s', 'client', 'downloadFile → 200'],
  ],
  judge: ({ ended, exchanges, lastAt }) => {
    if (ended === undefined) return unended;
    const after = exchanges.filter(({ place }) => place > ended.place);
    return decide(
      after.map((call) => atCall(call, `${call.operation} was sent after the client had ended`)),
      lastAt - ended.at >= quietPeriod ? 1 : 0,
      `the ${showDuration(quietPeriod)} after the client's end are not in the trace`,
    );
  },
});
