import { ms, showDuration } from '../../spec/time.ts';
import type { Entry } from '../../trace/entry.ts';
import type { Rule } from '../rule.ts';
import type { Story } from '../history.ts';
import { readConduct } from './conduct.ts';
import { at, decide, inconclusive } from './verdicts.ts';

/** Longer than a day, since the quota of a day may have to be waited for, and with room for what follows. */
const bound = ms('2d');

export const terminates: Rule = {
  id: 'C18',
  name: 'terminates',
  judges: 'client',
  level: 'must',
  claim: 'The client comes to an end, at the latest two days after the last thing that happened to it.',
  why: 'An import that waits or retries for ever is missed by nobody until its data is.',
  section: 'Errors, interface C',
  judge: (story) => {
    const { ended, queries } = readConduct(story);
    if (ended === undefined) return inconclusive('the trace ends before the client does');
    const why = endlessness(ended.error ?? '');
    if (why === undefined) {
      const since = ended.at - lastTrouble(story);
      const text = `the client ended ${showDuration(since)} after the last thing that happened to it`;
      return decide(since > bound ? [{ at: ended.at, text }] : [], true, '');
    }
    if (why === 'held') return inconclusive('time was held, so that nothing could happen');
    const isHeld = [...queries.values()].some(({ final }) => final === undefined);
    if (isHeld) return inconclusive('a collection was never finished');
    return decide([{ at: ended.at, text: why }], true, '');
  },
};

/** How a run is broken off whose client does not end. */
const endlessness = (error: string): string | undefined => {
  if (error.endsWith('[CLOCK_RUNAWAY]')) return 'the client went on for 30 days, and was broken off';
  if (!error.endsWith('[CLOCK_STUCK]')) return undefined;
  const isOurs = error.includes('time is held') || error.includes('; at work: ');
  return isOurs ? 'held' : 'the client waited for something that could not come any more';
};

const troubling: ReadonlySet<Entry['kind']> = new Set<Entry['kind']>([
  'transition',
  'notification',
  'notificationFault',
  'delivered',
  'undelivered',
  'fault',
  'action',
  'slept',
]);

/** When the service, the network or a scenario last did something that the client had to deal with. */
const lastTrouble = ({ entries }: Story): number => {
  const last = entries.findLast(
    (entry) => troubling.has(entry.kind) || (entry.kind === 'answer' && entry.injected === true),
  );
  return last?.at ?? 0;
};

/** Virtual time that is watched once the client has ended: what it left running shows by then. */
export const aftermath = ms('10m');

export const quietAfterEnd: Rule = {
  id: 'C19',
  name: 'quiet-after-end',
  judges: 'client',
  level: 'must',
  claim: 'Once its promise has settled, the client sends nothing any more.',
  why: 'Whoever awaited it believes that it is over, and what fails later fails unseen.',
  section: 'Errors, interface C',
  judge: (story) => {
    const { ended, calls } = readConduct(story);
    if (ended === undefined) return inconclusive('the trace ends before the client does');
    const after = calls.filter(({ place }) => place > ended.place);
    return decide(
      after.map((call) => at(call, `${call.operation} was sent after the client had ended`)),
      story.lastAt - ended.at >= aftermath,
      `the ${showDuration(aftermath)} after the client's end are not in the trace`,
    );
  },
};
