import { ms, showDuration } from '../../spec/time.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, held, heldUnless, inconclusive, unended } from '../verdicts.ts';
import { allowance, collecting, isCollecting, judgeBrokenOff, lastDisturbance } from './unfinished.ts';

export const terminates = clientRule({
  id: 'C18',
  name: 'terminates',
  level: 'must',
  claim: 'The client comes to an end, at the latest two days after the last thing that happened to it was over.',
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
    const { at, error = '' } = ended;
    if (error.endsWith('[CLOCK_RUNAWAY]')) {
      return judgeBrokenOff(history, at, 'the client went on for 30 days, and was broken off');
    }
    if (error.endsWith('[CLOCK_STUCK]')) {
      const isOurs = error.includes('time is held') || error.includes('; at work: ');
      if (isOurs) return inconclusive('time was held, so that nothing could happen');
      if (isCollecting(history)) return collecting;
      return heldUnless([{ at, text: 'the client waited for something that could not come any more' }]);
    }
    const since = at - lastDisturbance(history, at);
    const isLate = since > allowance(history);
    const text = (): string => `the client ended ${showDuration(since)} after the last thing that happened to it`;
    return heldUnless(isLate ? [{ at, text: text() }] : []);
  },
});

/** Virtual time that is watched at least once the client has ended: what it left running shows by then. */
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

export const finishesInTheEnd = clientRule({
  id: 'C27',
  name: 'finishes-in-the-end',
  level: 'must',
  claim: 'Once all that can be got over is over, the client finishes.',
  why: 'A client that gives up over what passes has to be started again by hand, or loses what it was to bring.',
  section: 'Errors, interface C',
  good: [
    ['10m', 'service', 'downloadFile → 500, for the last time'],
    ['15m', 'client', 'finished'],
  ],
  bad: [
    ['10m', 'service', 'downloadFile → 500, for the last time'],
    ['10m', 'client', 'failed: downloadFile: 500'],
  ],
  // Whether all could be got over is known to those who made the scenario up: their trials judge it.
  judge: ({ ended }) => {
    if (ended === undefined) return unended;
    return ended.error === undefined ? held : inconclusive('a trace does not tell what could be got over');
  },
});
