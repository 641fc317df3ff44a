import type { Exchange, History } from '../history.ts';
import { isRow } from '../history/response.ts';
import { collect } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence, heldUnless, unended } from '../verdicts.ts';
import { callsOf, type PortabilityCall, portabilityCalls, wasHeard } from './calls.ts';
import { givenUpAtStore, refusedAtStore, usedDeadAtStore } from './dead-store-tokens.ts';
import { foundOtherCause, otherCause } from './other-cause.ts';
import { expiriesOf, type Refused, refusedCalls, wasRefused } from './refused.ts';
import { judgeRepeats } from './repeats.ts';
import { byToken, wasMadeUpFor } from './same-call.ts';
import { readGrants, readOwners } from './tokens.ts';

type Row = 'tokenExpired' | 'tokenRevoked';

/** A call by whose answer the client knew that its token was dead. */
const readDeath = (call: PortabilityCall, row: Row): Refused | undefined =>
  wasRefused(call) && isRow(call.sure.refusal, row) ? call : undefined;

const readDeaths = (history: History, row: Row): readonly Refused[] =>
  refusedCalls(history).filter(({ sure }) => isRow(sure.refusal, row) && wasHeard(history, sure.place));

/** Calls that were made again with a token that had expired by then. */
const repeatedWithExpired = (history: History): readonly Evidence[] =>
  judgeRepeats<PortabilityCall, Refused>(portabilityCalls(history), {
    keyOf: byToken,
    settle: (call, before) => before ?? readDeath(call, 'tokenExpired'),
    judge: ({ operation, place }, before) =>
      before !== undefined && place > before.sure.place
        ? [`${operation} was repeated with the token that had expired by #${before.number}`]
        : [],
  }).against;

export const refreshThenRetry = clientRule({
  id: 'C4',
  name: 'refresh-then-retry',
  level: 'must',
  claim: 'Told that its token is expired, a client gets a new one and retries; no call is repeated with the dead one.',
  why: 'An expired token never works again, and the call it was for has not been made.',
  section: 'Authentication, interface C',
  good: [
    ['1h', 'client', 'listDataQueryRecords → 403, the token is expired'],
    ['1h', 'client', 'requestToken → 200, <token 2>'],
    ['1h', 'client', 'listDataQueryRecords with <token 2> → 200'],
  ],
  bad: [
    ['1h', 'client', 'listDataQueryRecords → 403, the token is expired'],
    ['1h1s', 'client', 'listDataQueryRecords with the same token → 403'],
  ],
  judge: (history) => {
    const deaths = readDeaths(history, 'tokenExpired');
    const against = [...repeatedWithExpired(history), ...usedDeadAtStore(history)];
    if (against.length > 0) return heldUnless(against);
    const left = [...deaths.filter((call) => !wasRetried(history, call)), ...givenUpAtStore(history)];
    const found = deaths.length + refusedAtStore(history).length;
    if (left.length === 0) return decide([], found, 'no token was found expired');
    if (history.ended === undefined) return unended;
    if (left.some((call) => foundOtherCause(history, call))) return otherCause;
    return heldUnless(left.map((call) => atCall(call, `${call.operation} met ${sayDead(call)} and was given up`)));
  },
});

/** The store APIs do not say what is wrong with a token. */
const sayDead = ({ subject }: Exchange): string =>
  subject === undefined ? 'a refusal of its token' : 'an expired token';

/**
 * The call went out again with another token, was such a second try itself, had a twin that was answered, or there was no other
 * token to be had. A listing may begin anew, and with pages of another size.
 */
const wasRetried = (history: History, call: Refused): boolean => {
  const { place } = call.sure;
  const again = wasMadeUpFor(history, call, ({ place: sent, credentials, maybe, subject }, way) => {
    if (subject.query === undefined && sent > place) return true;
    if (credentials === call.credentials) return way === 'same' && maybe?.answer.isOk === true && maybe.place > place;
    return way === 'same' ? sent > call.place || isRow(maybe?.refusal, 'tokenExpired') : sent > place;
  });
  const inVain = readGrants(history).some((grant) => grant.call.place > call.place && grant.sure === undefined);
  return again || inVain || wasHopeless(history);
};

/** Whether the last thing that was heard of its refresh token was a refusal for good: to ask again would be a blind repeat. (C6) */
const wasHopeless = (history: History): boolean => {
  const renewals = readGrants(history).filter(({ call }) => call.form.has('refresh_token'));
  const last = new Map(renewals.map(({ purpose, call }) => [purpose, call.sure?.status]));
  return [...last.values()].some((status) => status === 400 || status === 401);
};

export const revokedIsFinal = clientRule({
  id: 'C5',
  name: 'revoked-is-final',
  level: 'must',
  claim: 'A token that was revoked is not used any more, nor is one that was got for it by a refresh token.',
  why: 'Only a new authorization from the customer helps, and until then the application has no business there.',
  section: 'Authentication, interface C',
  good: [
    ['5m', 'client', 'createDataQuery → 403, the token has been revoked'],
    ['5m', 'client', 'fails: the customer must authorize again'],
  ],
  bad: [
    ['5m', 'client', 'createDataQuery → 403, the token has been revoked'],
    ['6m', 'client', 'createDataQuery with the same token → 403'],
  ],
  judge: (history) => {
    const { against, settled } = judgeRepeats<PortabilityCall, Refused>(portabilityCalls(history), {
      keyOf: ({ credentials }) => credentials,
      settle: (call, before) => before ?? readDeath(call, 'tokenRevoked'),
      judge: ({ operation, place, at, subject }, before) => {
        if (before === undefined || place < before.sure.place) return [];
        // Calls that were about to be made at that very moment may still go out.
        if (at === before.sure.at && subject.key !== before.subject.key) return [];
        return [`${operation} was made with the token that had been revoked by #${before.number}`];
      },
    });
    return decide([...against, ...renewedAfterRevoked(history)], settled, 'no token was found revoked');
  },
});

/**
 * "A new authorization from the customer is needed": a refresh token belongs to the one that was taken back, even where it still
 * works. (Assumption `login.revokedFamily`)
 */
const renewedAfterRevoked = (history: History): readonly Evidence[] => {
  const deaths = readDeaths(history, 'tokenRevoked');
  const calls = portabilityCalls(history);
  const { ownerOf } = readOwners(history);
  const grants = readGrants(history).filter(({ call }) => call.form.get('grant_type') === 'refresh_token');
  return collect(deaths, (dead) => {
    const isFor = (other: PortabilityCall): boolean =>
      other.run === dead.run &&
      other.subject.scope === dead.subject.scope &&
      ownerOf(other.credentials) !== undefined &&
      ownerOf(other.credentials) === ownerOf(dead.credentials);
    const renewed = grants.filter((grant) => grant.call.place > dead.sure.place);
    return calls
      .filter((call) => isFor(call) && renewed.some(({ maybe }) => call.credentials === `Bearer ${maybe?.text ?? ''}`))
      .filter((call) => !hadReason(history, dead, call))
      .map((call) => atCall(call, `${call.operation} was made with a token renewed after #${dead.number} was refused`));
  });
};

/** Whether the customer had authorized anew by then, or another call may have found the token expired. */
const hadReason = (history: History, dead: PortabilityCall, call: PortabilityCall): boolean => {
  const isBetween = (place: number): boolean => place > dead.place && place < call.place;
  const { maybeSame } = readOwners(history);
  return (
    history.entries.some(({ kind }, place) => kind === 'authorized' && isBetween(place)) ||
    callsOf(history, 'requestToken').some(
      ({ form, place }) => form.get('grant_type') === 'authorization_code' && isBetween(place),
    ) ||
    [...expiriesOf(history)].some(([header, places]) => maybeSame(header, dead.credentials) && places.some(isBetween))
  );
};
