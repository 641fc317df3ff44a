import type { Evidence, Rule } from '../rule.ts';
import type { History } from '../history.ts';
import { type Asked, type Conduct, readConduct } from './conduct.ts';
import { readGrants } from './grants.ts';
import { foundOtherTrouble } from './other-trouble.ts';
import { readOwners } from './owners.ts';
import { isRow } from './subjects.ts';
import { at, decide, inconclusive } from './verdicts.ts';
import { collect } from '../history/collect.ts';

/** A call after which the client knows that its token is dead. */
interface Told extends Asked {
  readonly bearer: string;
  readonly toldAt: number;
  readonly place: number;
}

const whenTold = ({ asked }: Conduct, ...rows: readonly ('tokenExpired' | 'tokenRevoked')[]): readonly Told[] =>
  collect(asked, (one) => {
    const { call, refusal } = one;
    if (!isRow(refusal, ...rows) || call.heard === undefined) return [];
    return [{ ...one, bearer: call.credentials, toldAt: call.heard.at, place: call.heard.place }];
  });

/** The earliest call at which the client was told so, for each token. */
const firstTold = (told: readonly Told[], keyOf: (one: Told) => string): ReadonlyMap<string, Told> => {
  const first = new Map<string, Told>();
  for (const one of told) {
    const key = keyOf(one);
    if ((first.get(key)?.place ?? Number.POSITIVE_INFINITY) > one.place) first.set(key, one);
  }
  return first;
};

const callKey = (bearer: string, key: string): string => `${bearer}\n${key}`;

/** Store tokens have one refusal for every cause: a 403. (Errors, interface B) */
const repeatedAtStore = (conduct: Conduct): readonly Evidence[] => {
  const refused = new Map<string, number>();
  return collect(conduct.by('callSubmission', 'callReporting'), (call): Evidence[] => {
    const { request, heard, place } = call;
    const key = callKey(call.credentials, `${request.method} ${request.url} ${request.body}`);
    const toldAt = refused.get(key);
    if (heard?.status === 403 && toldAt === undefined) refused.set(key, heard.place);
    const again = toldAt !== undefined && place > toldAt;
    return again ? [at(call, `${call.operation} was repeated with the token that had been refused`)] : [];
  });
};

export const refreshThenRetry: Rule = {
  id: 'C4',
  name: 'refresh-then-retry',
  judges: 'client',
  level: 'must',
  claim: 'Told that its token is expired, a client gets a new one and retries; the dead one is not tried again.',
  why: 'An expired token never works again, and the call it was for has not been made.',
  section: 'Authentication, interface C',
  judge: (history) => {
    const conduct = readConduct(history);
    const told = whenTold(conduct, 'tokenExpired');
    const first = firstTold(told, ({ bearer, subject }) => callKey(bearer, subject.key));
    const repeated = collect(conduct.asked, ({ call, subject }): Evidence[] => {
      const known = first.get(callKey(call.credentials, subject.key));
      return known !== undefined && call.place > known.place
        ? [at(call, `${call.operation} was repeated with the token that had expired by #${known.call.number}`)]
        : [];
    });
    const against = [...repeated, ...repeatedAtStore(conduct)];
    if (against.length > 0) return decide(against, true, '');
    const left = told.filter((one) => !wasRetried(history, one));
    if (left.length === 0) return decide([], told.length, 'no token was found expired');
    if (conduct.ended === undefined) return inconclusive('the trace ends before the client does');
    if (left.some(({ place }) => foundOtherTrouble(history, place)))
      return inconclusive('something else went wrong, too');
    return decide(
      left.map(({ call }) => at(call, `${call.operation} met an expired token and was given up`)),
      true,
      '',
    );
  },
};

/** The call went out again with another token, was such a second try itself, or there was no other token to be had. */
const wasRetried = (history: History, { call, subject, bearer, place }: Told): boolean => {
  const { asked } = readConduct(history);
  const { maybeSame } = readOwners(history);
  const again = asked.some((other) => {
    const own = other.call.credentials;
    if (other.subject.key !== subject.key || own === bearer || !maybeSame(own, bearer)) return false;
    return other.call.place > call.place || isRow(other.refusal, 'tokenExpired');
  });
  const inVain = readGrants(history).some((grant) => grant.call.place > call.place && grant.token === undefined);
  const startedOver = asked.some((other) => other.call.place > place && other.subject.query === undefined);
  return again || inVain || startedOver;
};

export const revokedIsFinal: Rule = {
  id: 'C5',
  name: 'revoked-is-final',
  judges: 'client',
  level: 'must',
  claim: 'A token that was revoked is not used any more.',
  why: 'Only a new authorization from the customer helps, and until then the application has no business there.',
  section: 'Authentication, interface C',
  judge: (history) => {
    const conduct = readConduct(history);
    const told = whenTold(conduct, 'tokenRevoked');
    const first = firstTold(told, ({ bearer }) => bearer);
    // Calls that were about to be made at that very moment may still go out.
    const against = collect(conduct.asked, ({ call, subject }): Evidence[] => {
      const known = first.get(call.credentials);
      if (known === undefined || call.place < known.place) return [];
      if (call.at === known.toldAt && subject.key !== known.subject.key) return [];
      return [at(call, `${call.operation} was made with the token that had been revoked by #${known.call.number}`)];
    });
    return decide(against, told.length, 'no token was found revoked');
  },
};
