import { showDuration } from '../../spec/time.ts';
import type { History } from '../history.ts';
import { collect, groupBy, readOnce } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence } from '../verdicts.ts';
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
    const groups = groupBy(grants, ({ purpose }) => purpose);
    const against = collect([...groups.values()], (group) =>
      collect(group, (_grant, index) => judgeGrant(history, group, index)),
    );
    return decide(against, grants.length, 'no token was asked for');
  },
});

/** The one at this place of those for the same purpose. A client that loops asks thousands of times: nothing is copied. */
const judgeGrant = (history: History, group: readonly Grant[], index: number): readonly Evidence[] => {
  const { call } = group[index] as Grant;
  let last: GrantedToken | undefined;
  for (let place = 0; place < index; place++) {
    const { token, call: other } = group[place] as Grant;
    if (token === undefined) continue;
    if (token.place > call.place) {
      return [atCall(call, `a token was asked for while request #${other.number} for the same was under way`)];
    }
    last = token;
  }
  if (last === undefined || !isFresh(last, call.at) || wasRefused(history, last, call.place)) return [];
  const left = showDuration((last.until ?? 0) - call.at);
  return [atCall(call, `a token was asked for although the last one was good for another ${left}`)];
};

/** A client may well renew a token some time before it ends; not in the first half of its life. */
const isFresh = ({ from, until }: GrantedToken, now: number): boolean =>
  until !== undefined && now < from + (until - from) / 2;

const wasRefused = (history: History, { text }: GrantedToken, place: number): boolean =>
  (firstRefusals(history).get(`Bearer ${text}`) ?? Number.POSITIVE_INFINITY) < place;

/** Where credentials were refused for the first time. */
const firstRefusals = readOnce(({ exchanges }): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  for (const { credentials, response } of exchanges) {
    if (response?.status !== 401 && response?.status !== 403) continue;
    places.set(credentials, Math.min(response.place, places.get(credentials) ?? Number.POSITIVE_INFINITY));
  }
  return places;
});
