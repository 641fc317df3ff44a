import { showDuration } from '../../spec/time.ts';
import type { ClientResponse, Exchange, History } from '../history.ts';
import { isRow } from '../history/response.ts';
import { collect, groupBy, hasBetween, readOnce, sorted } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { decide, inconclusive, type Verdict } from '../verdicts.ts';
import { isList, mayHaveFailed, type PortabilityCall, portabilityCalls } from './calls.ts';
import { readDownloads } from './pages.ts';
import { answerMemory } from './published.ts';
import { judgeRepeats } from './repeats.ts';
import { byToken } from './same-call.ts';

type Remembered = PortabilityCall & { readonly sure: ClientResponse };

/** Answers that are remembered. The refusals that never help when repeated are the affair of another rule. */
const isRemembered = ({ context: { assumptions } }: History, call: PortabilityCall): call is Remembered => {
  const { sure, operation } = call;
  if (sure?.isWhole !== true) return false;
  // A query may have ended of which nobody told: then there is something new to be had.
  if (sure.answer.isOk) return operation !== 'createDataQuery' || assumptions['cache.afterEnd'] === 'remembered-201';
  if (assumptions['cache.errors'] === 'success-only') return false;
  return (
    (isRow(sure.refusal, 'requestConflict') && assumptions['cache.afterConflict'] === 'remembered-409') ||
    (isRow(sure.refusal, 'queryNotCompleted') && assumptions['cache.afterCompletion'] === 'remembered-403')
  );
};

export const noFutilePoll = clientRule({
  id: 'C15',
  name: 'no-futile-poll',
  level: 'should',
  claim: 'A call is not repeated within the five minutes in which its answer stays the same.',
  why: 'It tells nothing new, and uses up the limits.',
  section: 'What the service does, interface C',
  good: [
    ['0s', 'client', 'listDataQueryRecords → 403 QUERY_NOT_COMPLETED'],
    ['5m', 'client', 'listDataQueryRecords → 200'],
  ],
  bad: [
    ['0s', 'client', 'listDataQueryRecords → 403 QUERY_NOT_COMPLETED'],
    ['1m', 'client', 'listDataQueryRecords → 403, as remembered'],
    ['2m', 'client', 'listDataQueryRecords → 403, as remembered'],
  ],
  judge: readOnce((history): Verdict => {
    if (history.context.assumptions['cache.meaning'] === 'authorization-only') {
      return inconclusive('no answers were remembered in this run');
    }
    const { against, settled } = judgeRepeats<PortabilityCall, Remembered>(portabilityCalls(history), {
      keyOf: byToken,
      settle: (call) => (isRemembered(history, call) ? call : undefined),
      judge: (call, before) =>
        before !== undefined && isFutile(history, before, call)
          ? [`${call.operation} repeated #${before.number} after ${showDuration(call.at - before.at)}`]
          : [],
    });
    return decide(against, settled, 'nothing was answered for five minutes');
  }),
});

/** The answer could not have changed, the client could know that, and had learnt nothing that gave it a reason. */
const isFutile = (history: History, first: Remembered, again: PortabilityCall): boolean => {
  const { sure, lastPlace: own } = first;
  if (again.place < sure.place) return false;
  if (again.at >= (sure.answer.rememberedSince ?? first.at) + answerMemory(history)) return false;
  if (hasBetween(readNews(history), first.place, again.place)) return false;
  // Who could not get on begins anew: a listing at its first page, an import with a new query.
  const { ofQuery, ofHeader, ofDownloads } = readFailures(history);
  const failures = isList(first) ? [ofQuery(first.subject.query), ofDownloads] : [ofHeader(first.credentials)];
  // What is remembered may be a refusal: it is no reason itself.
  return !failures.some((one) => hasBetween(one, first.place, own) || hasBetween(one, own, again.place));
};

/** Where in the trace the application was told something of a query. */
const readNews = readOnce(({ notifications }) =>
  sorted(collect(notifications, ({ deliveries }) => deliveries.map(({ place }) => place))),
);

/** Where in the trace calls were made, and over, that may have come to nothing: those of a query, or with a header, and downloads. */
const readFailures = readOnce((history) => {
  const placesOf = (calls: readonly Exchange[]): readonly number[] =>
    sorted(collect(calls, ({ place, lastPlace }) => [place, lastPlace]));
  const failed = portabilityCalls(history).filter((call) => mayHaveFailed(history, call));
  const placesBy = (keyOf: (call: PortabilityCall) => string | undefined) => {
    const places = new Map([...groupBy(failed, keyOf)].map(([key, calls]) => [key, placesOf(calls)]));
    return (key: string | undefined): readonly number[] => places.get(key) ?? [];
  };
  return {
    ofQuery: placesBy(({ subject }) => subject.query),
    ofHeader: placesBy(({ credentials }) => credentials),
    ofDownloads: placesOf(readDownloads(history).filter((call) => mayHaveFailed(history, call))),
  };
});
