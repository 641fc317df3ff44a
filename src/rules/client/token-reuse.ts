import { ms, showDuration } from '../../spec/time.ts';
import type { History } from '../history.ts';
import { collect, groupBy, join, readOnce } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence } from '../verdicts.ts';
import { mayHaveGivenUp } from './calls.ts';
import { type Grant, type GrantedToken, readGrants } from './tokens.ts';

export const tokenReuse = clientRule({
  id: 'C22',
  name: 'token-reuse',
  level: 'should',
  claim: 'A token serves until it is refused or near its end; several calls that need a new one ask for it once.',
  why: 'A token is good for as long as its answer says, and where refresh tokens rotate, a second refresh locks the client out.',
  section: 'Limits, interface B',
  good: [
    ['0s', 'client', 'requestToken → 200, expires_in 3600'],
    ['0s', 'client', 'callReporting → 200'],
    ['1m', 'client', 'callReporting with the same token → 200'],
  ],
  bad: [
    ['0s', 'client', 'requestToken → 200, expires_in 3600'],
    ['0s', 'client', 'callReporting → 200'],
    ['1m', 'client', 'requestToken → 200, expires_in 3600'],
  ],
  judge: (history) => {
    const grants = readGrants(history);
    const groups = groupBy(grants, ({ purpose, call }) => join(purpose, String(call.run)));
    const against = collect([...groups.values()], (group) => judgeGroup(history, group));
    return decide(against, grants.length, 'no token was asked for');
  },
});

/** Those for the same purpose, in the order in which they were asked for. */
const judgeGroup = (history: History, group: readonly Grant[]): readonly Evidence[] => {
  let last: GrantedToken | undefined;
  let latest = 0;
  return collect(group, ({ call, sure: token }): readonly Evidence[] => {
    const [before, isOneUnderWay] = [last, latest > call.place];
    last = token ?? last;
    latest = Math.max(latest, token?.place ?? 0);
    if (isOneUnderWay) {
      const isUnderWay = (one: Grant): boolean => one.call.place < call.place && (one.sure?.place ?? 0) > call.place;
      const { call: other } = group.findLast(isUnderWay) as Grant;
      if (mayHaveGivenUp(other, call.at)) return [];
      return [atCall(call, `a token was asked for while request #${other.number} for the same was under way`)];
    }
    if (before === undefined || !isFresh(before, call.at) || wasRefused(history, before, call.place)) return [];
    const left = showDuration((before.until ?? 0) - call.at);
    return [atCall(call, `a token was asked for although the last one was good for another ${left}`)];
  });
};

/** A client may well renew a token some minutes before it ends, or in the second half of its life. */
const isFresh = ({ from, until }: GrantedToken, now: number): boolean =>
  until !== undefined && now < from + (until - from) / 2 && until - now > nearEnd;

const nearEnd = ms('5m');

const wasRefused = (history: History, { text }: GrantedToken, place: number): boolean =>
  (firstRefusals(history).get(`Bearer ${text}`) ?? Number.POSITIVE_INFINITY) < place;

/** Where credentials were refused for the first time, as far as the client can tell: a status comes with the head, whatever becomes of the rest. */
const firstRefusals = readOnce(({ exchanges }): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  for (const { credentials, maybe } of exchanges) {
    if (maybe?.status !== 401 && maybe?.status !== 403) continue;
    places.set(credentials, Math.min(maybe.place, places.get(credentials) ?? Number.POSITIVE_INFINITY));
  }
  return places;
});
