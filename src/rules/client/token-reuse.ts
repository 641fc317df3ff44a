import { showDuration } from '../../spec/time.ts';
import type { History } from '../history.ts';
import { collect, groupBy } from '../history/selectors.ts';
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
      collect(group, (grant, index) => judgeGrant(history, grant, group.slice(0, index))),
    );
    return decide(against, grants.length, 'no token was asked for');
  },
});

const judgeGrant = (history: History, { call }: Grant, before: readonly Grant[]): readonly Evidence[] => {
  const underWay = before.find(({ token }) => token !== undefined && token.place > call.place);
  if (underWay !== undefined) {
    return [atCall(call, `a token was asked for while request #${underWay.call.number} for the same was under way`)];
  }
  const last = before.findLast(({ token }) => token !== undefined)?.token;
  if (last === undefined || !isFresh(last, call.at) || wasRefused(history, last, call.place)) return [];
  const left = showDuration((last.until ?? 0) - call.at);
  return [atCall(call, `a token was asked for although the last one was good for another ${left}`)];
};

/** A client may well renew a token some time before it ends; not in the first half of its life. */
const isFresh = ({ from, until }: GrantedToken, now: number): boolean =>
  until !== undefined && now < from + (until - from) / 2;

const wasRefused = ({ exchanges }: History, { text }: GrantedToken, place: number): boolean => {
  const header = `Bearer ${text}`;
  return exchanges.some(({ credentials, response }) => {
    const isRefusal = response?.status === 401 || response?.status === 403;
    return credentials === header && response !== undefined && isRefusal && response.place < place;
  });
};
