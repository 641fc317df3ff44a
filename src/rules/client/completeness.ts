import type { Entry } from '../../trace/entry.ts';
import { type Plain, type Told, withSecrets } from '../../trace/told.ts';
import type { End, History } from '../history.ts';
import { type Arrival, leftAside, readArrivals, sayMissing, waitedInVain } from '../history/arrivals.ts';
import { isAccepted } from '../history/queries.ts';
import { readOnce } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { type Evidence, held, heldUnless, inconclusive, unended, type Verdict } from '../verdicts.ts';
import { begunQueries, mayHaveGivenUp } from './calls.ts';
import { namesCause } from './causes.ts';
import { readClaims, readShares, type Share } from './claims.ts';
import { judgeErrands } from './errands.ts';
import { failedOrTold, isCutShort, tellsOf } from './telling.ts';

export const complete = clientRule({
  id: 'C17',
  name: 'complete',
  level: 'must',
  claim:
    "The client ends with every record's data and schema, whole, or says what is missing: in its result, or with an error that names the cause.",
  why: 'What is missing without a word is found missing when it is needed.',
  section: 'Endpoints, interface C',
  good: [
    ['10m', 'client', 'listDataQueryRecords → 200, two records'],
    ['10m', 'client', 'downloads two files and two schemas'],
    ['10m', 'client', 'finished: {"records":2}'],
  ],
  bad: [
    ['10m', 'client', 'listDataQueryRecords → 200, two records'],
    ['10m', 'client', 'downloads one file and one schema'],
    ['10m', 'client', 'finished: {"records":1}'],
  ],
  judge: readOnce((history): Verdict => {
    const { ended } = history;
    if (ended === undefined) return unended;
    return ended.outcome === 'rejected' ? judgeError(history, ended) : judgeImports(history, ended);
  }),
});

const judgeError = (history: History, ended: End): Verdict => {
  const { at, error = '' } = ended;
  if (/\[CLOCK_(STUCK|RUNAWAY)\]$/.test(error)) return inconclusive('the client did not end by itself');
  if (!nothingStoodInTheWay(history)) {
    const isNamed = namesCause(ended, isAwaited(history, ended));
    const blamed = namesCause(ended, true) ? 'blames a notification, and all had come' : 'names no cause';
    return isNamed ? held : heldUnless([{ at, text: `the client ended with an error that ${blamed}` }]);
  }
  return heldUnless([{ at, text: 'the client ended with an error although nothing stood in its way' }]);
};

/** Whether the application had not been told of all queries that there were. */
const isAwaited = (history: History, end: End): boolean => {
  if (history.continues || (history.world?.queries ?? []).length > 0) return true;
  return [...begunQueries(history).values()].some(({ notifications }) =>
    notifications.every(({ deliveries }) => !deliveries.some((one) => isAccepted(one) && one.place < end.place)),
  );
};

/** Whether all went as it should: no refusal, no fault, no answer slower than a client may wait, nothing that a scenario did. */
const nothingStoodInTheWay = (history: History): boolean => {
  const { exchanges, notifications, entries } = history;
  const isSmooth = exchanges.every(
    (call) =>
      call.sure?.isWhole === true &&
      call.sure.answer.isOk &&
      !call.sure.answer.isInjected &&
      !mayHaveGivenUp(call, call.sure.at),
  );
  if (!isSmooth || entries.some(({ kind }) => interfering.includes(kind))) return false;
  const isHeld = [...begunQueries(history).values()].some(
    (query) => query.ended === undefined || waitedInVain(history, query),
  );
  const isTaken = notifications.every(({ deliveries, status }) => status === 'COMPLETED' && deliveries.length > 0);
  return isTaken && !isHeld;
};

/** What a scenario does to a client. */
const interfering: readonly Entry['kind'][] = ['fault', 'notificationFault', 'action', 'slept'];

/** What arrived of what there was, and what the client says of the rest. */
const judgeImports = (history: History, { at, ...ended }: End): Verdict => {
  const arrivals = readArrivals(history);
  // Where there were several runs, each says what it did itself.
  const told = history.ends.length === 1 ? ended.told : undefined;
  if (arrivals.length === 0) return judgeErrands(history, told);
  const missing = arrivals.filter(({ state }) => state === 'missing');
  if (missing.length > 0) return judgeMissing(history, missing, at, told);
  if (arrivals.some(({ state }) => state === 'unsure')) return unsure;
  const against = told === undefined ? [] : compareClaims(arrivals, told, at);
  const [aside] = leftAside(history);
  if (against.length > 0 || aside === undefined) return heldUnless(against);
  return inconclusive(`${aside.scope} of ${aside.customer} was not asked for, and a test need not mean all customers`);
};

const unsure = inconclusive('whether some answers arrived whole, the trace does not tell');

const toldBefore = inconclusive('another run told of what is missing, or ended with an error');

const judgeMissing = (history: History, missing: readonly Arrival[], at: number, told: Told | undefined): Verdict => {
  const arrivals = readArrivals(history);
  if (history.ends.length > 1 && failedOrTold(history)) return toldBefore;
  if (told === undefined) return judgeUntold(missing, at);
  const silent = missing.filter((one) => !tellsOf(told.value, one, arrivals));
  if (silent.length > 0 && told.unread !== undefined) {
    return inconclusive(`what the client returned cannot be compared: ${told.unread}`);
  }
  if (silent.length > 0 && isCutShort(told.value, arrivals)) {
    return inconclusive('what the client returned cannot be compared: a list in it is too long to be shown whole');
  }
  if (silent.length > 0)
    return heldUnless(silent.map((one) => ({ at, text: `${sayMissing(one)}; ${sayNothing(told)}` })));
  if (nothingStoodInTheWay(history)) {
    return heldUnless(missing.map((one) => ({ at, text: `${sayMissing(one)}, although nothing stood in its way` })));
  }
  return arrivals.some(({ state }) => state === 'unsure') ? unsure : heldUnless(compareClaims(arrivals, told, at));
};

/** Where the trace does not show what the client says: it has to bring in what it can. */
const judgeUntold = (missing: readonly Arrival[], at: number): Verdict => {
  const inReach = missing.filter(({ isInReach }) => isInReach);
  if (inReach.length > 0) return heldUnless(inReach.map((one) => ({ at, text: sayMissing(one) })));
  return inconclusive('some data was out of reach, and the trace does not show what the client says of it');
};

const sayNothing = ({ value }: Told): string =>
  value === undefined ? 'the client returned nothing that would say so' : 'nothing in what the client returned says so';

/** A number of records, or a list of them, is no other than there were; and no more where something is missing. */
const compareClaims = (arrivals: readonly Arrival[], told: Told, at: number): readonly Evidence[] => {
  const { value, unread } = withSecrets(told);
  const result = unread === undefined ? value : undefined;
  const { places, readings: claims } = readClaims(result);
  // Of several queries for the same data it may count each by itself.
  const isPlain = places === 1 || arrivals.every(({ queries }) => queries.length < 2);
  if (places === 0 || !isPlain || !arrivals.every(({ isGiven }) => isGiven)) return [];
  const records = arrivals.map((one) => one.records ?? Number.NaN).reduce((sum, one) => sum + one, 0);
  const isAll = arrivals.every(({ state }) => state === 'arrived');
  const isWrong = isAll ? !claims.includes(records) : Math.min(...claims) > records;
  if (isWrong) return [{ at, text: `the client returned ${Math.min(...claims)} records, and there are ${records}` }];
  return compareShares(arrivals, result, at);
};

/** That all together is right says nothing of whose it is. */
const compareShares = (arrivals: readonly Arrival[], result: Plain | undefined, at: number): readonly Evidence[] => {
  const names = { customers: arrivals.map(({ customer }) => customer), scopes: arrivals.map(({ scope }) => scope) };
  return readShares(result, names).flatMap(({ customer, scope, records }: Share): readonly Evidence[] => {
    const theirs = arrivals.filter((one) => one.customer === customer && (scope ?? one.scope) === one.scope);
    const counts = theirs.map((one) => one.records ?? Number.NaN);
    const whole = counts.reduce((sum, one) => sum + one, 0);
    if (!theirs.every(({ state }) => state === 'arrived') || counts.includes(records) || records === whole) return [];
    const whose = scope === undefined ? customer : `${customer} (${scope})`;
    return [{ at, text: `the client returned ${records} records of ${whose}, and there are ${whole}` }];
  });
};
