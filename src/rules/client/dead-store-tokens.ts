import { storeScopes } from '../../spec/scopes.ts';
import { storeRefusal } from '../../spec/token-errors.ts';
import type { Exchange, History } from '../history.ts';
import { textIn } from '../history/read-text.ts';
import { collect, groupBy, join, readOnce } from '../history/selectors.ts';
import { atCall, type Evidence } from '../verdicts.ts';
import { callsOf, callsOfAll, wasHeard } from './calls.ts';
import { judgeRepeats } from './repeats.ts';
import { asSent } from './same-call.ts';
import { readGrants } from './tokens.ts';

/*
 * Tokens of the store APIs. These have one refusal for every cause, an expired token or a profile that is not attached, and one
 * remedy: a new token. One that was asked for after such a refusal, and never worked itself, shows that tokens are not the cause.
 * (Authentication and Errors, interface B)
 */

const storeCalls = (history: History): readonly Exchange[] => callsOfAll(history, ['callSubmission', 'callReporting']);

/** An answer by which the client knew that a store API takes the token of its call no more. */
interface Refused {
  readonly call: Exchange;
  readonly at: number;
  readonly place: number;
}

const readRefused = (history: History, call: Exchange): readonly Refused[] => {
  const { sure } = call;
  const isRefused =
    sure?.isWhole === true &&
    sure.status === storeRefusal.status &&
    textIn(sure.answer.json, 'message') === storeRefusal.message &&
    wasHeard(history, sure.place);
  return isRefused ? [{ call, at: sure.at, place: sure.place }] : [];
};

/** Calls that were refused so, in all. */
export const refusedAtStore = readOnce((history): readonly Refused[] =>
  collect(storeCalls(history), (call) => readRefused(history, call)),
);

/** The calls of one API with one token, and those of them that were refused. */
interface Use {
  readonly calls: readonly Exchange[];
  readonly refused: readonly Refused[];
}

/** Uses of tokens that were refused, but for those that were got in vain, since they never worked either. */
const readDeadUses = readOnce((history): readonly Use[] => {
  const all = refusedAtStore(history);
  const uses = groupBy(storeCalls(history), ({ operation, credentials }) => join(operation, credentials));
  return [...uses.values()]
    .map((calls) => ({ calls, refused: collect(calls, (call) => readRefused(history, call)) }))
    .filter((use) => use.refused.length > 0 && !wasGotInVain(history, use, all));
});

const wasGotInVain = (history: History, use: Use, all: readonly Refused[]): boolean => {
  const [first] = use.calls;
  const grant = readGrants(history).find(({ maybe }) => `Bearer ${maybe?.text ?? ''}` === first?.credentials);
  if (grant === undefined || worked(use) || (first !== undefined && isForOther(grant.call, first))) return false;
  return all.some(({ call, place }) => call.operation === first?.operation && place < grant.call.place);
};

/** Whether the token had been taken before it was refused. */
const worked = ({ calls, refused: [first] }: Use): boolean =>
  calls.some(({ sure }) => sure?.answer.isOk === true && sure.place < (first?.place ?? 0));

const otherScopes: Partial<Record<Exchange['operation'], string>> = {
  callReporting: storeScopes.submission,
  callSubmission: storeScopes.reporting,
};

/** Whether a token was asked for that opens the other API: it takes the place of none for this one. (Authentication, interface B) */
const isForOther = ({ form }: Exchange, { operation }: Exchange): boolean =>
  form.get('scope') === otherScopes[operation];

/** Whether a token for that API was asked for since a call was sent that was refused: by a place in the trace, if there is one. */
const asksAnew = (history: History, { call }: Refused, before = Number.POSITIVE_INFINITY): boolean =>
  callsOf(history, 'requestToken').some(
    (asked) =>
      asked.form.get('grant_type') === 'client_credentials' &&
      !isForOther(asked, call) &&
      asked.place > call.place &&
      asked.place < before,
  );

/** Store tokens that were dead, as the client knew, and were used again, or were never replaced. */
export const usedDeadAtStore = (history: History): readonly Evidence[] => [
  ...repeatedAtStore(history),
  ...collect(readDeadUses(history), (use) => usedAgain(history, use)),
];

const repeatedAtStore = (history: History): readonly Evidence[] =>
  judgeRepeats<Exchange, number>(storeCalls(history), {
    keyOf: asSent,
    settle: (call, before) => before ?? readRefused(history, call)[0]?.place,
    judge: ({ operation, place }, before) =>
      before !== undefined && place > before ? [`${operation} was repeated with the token that had been refused`] : [],
  }).against;

/** Other calls with it, while no other token had been asked for. Whoever is about to call at that very moment may still do so. */
const usedAgain = (history: History, { calls, refused }: Use): readonly Evidence[] =>
  collect(calls, (call) => {
    const last = refused.findLast(({ place }) => place < call.place);
    if (last === undefined || last.call.run !== call.run || asSent(last.call) === asSent(call)) return [];
    if (asksAnew(history, last, call.at === last.at ? undefined : call.place)) return [];
    return [atCall(call, `${call.operation} was called with the token that had been refused by #${last.call.number}`)];
  });

/** Calls that were refused a token that had worked, where the client went on and never asked for another. */
export const givenUpAtStore = (history: History): readonly Exchange[] =>
  readDeadUses(history)
    .filter(worked)
    .flatMap(({ refused: [first] }) => first ?? [])
    .filter((first) => !asksAnew(history, first) && goesOn(history, first))
    .map(({ call }) => call);

const goesOn = ({ exchanges, ended }: History, { place }: Refused): boolean =>
  ended !== undefined && exchanges.some((other) => other.place > place && other.place < ended.place);
