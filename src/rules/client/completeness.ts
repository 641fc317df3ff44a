import type { Entry } from '../../trace/entry.ts';
import type { History } from '../history.ts';
import { readArrivals } from '../history/arrivals.ts';
import { clientRule } from '../rule.ts';
import { type Evidence, held, heldUnless, inconclusive, unended, type Verdict } from '../verdicts.ts';
import { begunQueries } from './calls.ts';

export const complete = clientRule({
  id: 'C17',
  name: 'complete',
  level: 'must',
  claim: "The client ends with every record's data and schema, whole, or with an error that names the cause.",
  why: 'What is missing without a word is found missing when it is needed.',
  section: 'Endpoints, interface C',
  good: [
    ['10m', 'client', 'listDataQueryRecords → 200, two records'],
    ['10m', 'client', 'downloads two files and two schemas'],
    ['10m', 'client', 'finished'],
  ],
  bad: [
    ['10m', 'client', 'listDataQueryRecords → 200, two records'],
    ['10m', 'client', 'downloads one file and one schema'],
    ['10m', 'client', 'finished'],
  ],
  judge: (history) => {
    const { ended } = history;
    if (ended === undefined) return unended;
    return ended.outcome === 'rejected'
      ? judgeError(history, ended.error ?? '', ended.at)
      : judgeImports(history, ended.at);
  },
});

const judgeError = (history: History, error: string, at: number): Verdict => {
  if (/\[CLOCK_(STUCK|RUNAWAY)\]$/.test(error)) return inconclusive('the client did not end by itself');
  if (error.trim() === '') return heldUnless([{ at, text: 'the client ended with an error that says nothing' }]);
  if (!nothingStoodInTheWay(history)) return held;
  return heldUnless([{ at, text: 'the client ended with an error although nothing stood in its way' }]);
};

/** Whether all went as it should: no refusal, no fault, nothing late, nothing that a scenario did. */
const nothingStoodInTheWay = (history: History): boolean => {
  const { exchanges, notifications, entries } = history;
  const isSmooth = exchanges.every(
    ({ response, answer }) => response?.isWhole === true && response.answer.isOk && !answer?.isInjected,
  );
  const isDisturbed = entries.some(({ kind }) => interfering.includes(kind));
  const isHeld = [...begunQueries(history).values()].some(({ ended }) => ended === undefined);
  const isTaken = notifications.every(({ deliveries, status }) => status === 'COMPLETED' && deliveries.length > 0);
  return isSmooth && isTaken && !isDisturbed && !isHeld;
};

/** What a scenario does to a client. */
const interfering: readonly Entry['kind'][] = ['fault', 'notificationFault', 'action', 'slept'];

/** What arrived, of what there was. */
const judgeImports = (history: History, at: number): Verdict => {
  const arrivals = readArrivals(history).filter(({ queries }) => queries.length > 0);
  if (arrivals.length === 0) return inconclusive('no query was created');
  const missing = arrivals.filter(({ state }) => state === 'missing');
  const against = missing.filter(({ isInReach }) => isInReach).map(({ gap: text }): Evidence => ({ at, text }));
  if (against.length > 0) return heldUnless(against);
  if (arrivals.some(({ state }) => state === 'unsure')) {
    return inconclusive('whether some answers arrived whole, the trace does not tell');
  }
  return missing.length === 0
    ? held
    : inconclusive('some data was out of reach, and the trace does not show what the client says of it');
};
