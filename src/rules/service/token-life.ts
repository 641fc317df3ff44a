import { storeRefusal } from '../../spec/token-errors.ts';
import type { Answered, History, Token } from '../history.ts';
import { textIn } from '../history/read-text.ts';
import { serviceRule } from '../rule.ts';
import { fine } from '../verdicts.ts';
import { depthOf, isExpired, isFresh, isOwn, isPortability, needsToken, tokenOf, whenDecided } from './portability.ts';
import { isVouchedFor } from './memory.ts';

export const tokenLife = serviceRule({
  id: 'S13',
  name: 'token-life',
  claim: 'A token works for as many seconds as its answer said; from then on a call with it gets 403.',
  why: 'A client could not tell when to ask for another.',
  section: 'Authentication, interface B',
  good: [
    ['0s', 'client', 'requestToken → 200, expires_in 3600'],
    ['59m59s', 'client', 'callReporting → 200'],
    ['1h', 'client', 'callReporting → 403'],
  ],
  bad: [
    ['0s', 'client', 'requestToken → 200, expires_in 3600'],
    ['1h1m', 'client', 'callReporting → 200'],
  ],
  judge: (history, findings) => {
    const { answered } = history;
    for (let turn = 0; turn < answered.length; turn++) {
      const exchange = answered[turn] as Answered;
      if (!isOwn(exchange) || !needsToken(exchange)) continue;
      const token = tokenOf(history, exchange);
      if (token === undefined) continue;
      const expired = isExpired(history, token, exchange);
      if (expired === 'unknown') continue;
      findings.check(exchange, findProblem(history, exchange, token, expired === 'yes'));
    }
    return findings.decide('no token was used');
  },
});

/** What is wrong about an answer; undefined where it tells nothing of the token's life. */
const findProblem = (history: History, exchange: Answered, token: Token, isOver: boolean): string | undefined => {
  if (isPortability(exchange)) return isOver ? deadAtC(history, exchange) : liveAtC(exchange);
  if (token.store !== exchange.host) return undefined;
  return isOver ? deadAtStore(exchange) : liveAtStore(history, exchange, token);
};

const deadAtC = (history: History, exchange: Answered): string | undefined => {
  const { status, isOk, row } = exchange.answer;
  if (isVouchedFor(history, exchange)) return undefined;
  if (isOk) return `was answered ${status} with an expired token`;
  if (!isFresh(exchange)) return undefined;
  if (row === undefined)
    return status < 500 && status !== 403 ? `was answered ${status} with an expired token` : undefined;
  if (depthOf(exchange) === 'operation') return `got past an expired token, to ${row}`;
  return fine;
};

const liveAtC = ({ answer }: Answered): string | undefined =>
  answer.row === 'tokenExpired' ? 'was told that its token had expired, which had not' : answer.isOk ? fine : undefined;

const isStoreRefusal = ({ answer }: Answered): boolean =>
  !answer.isOk && textIn(answer.json, 'message') === storeRefusal.message;

const deadAtStore = (exchange: Answered): string => {
  const { status } = exchange.answer;
  if (status === storeRefusal.status && isStoreRefusal(exchange)) return fine;
  return `was answered ${status} with an expired token`;
};

const liveAtStore = (history: History, exchange: Answered, token: Token): string | undefined => {
  const { answer } = exchange;
  if (!isStoreRefusal(exchange)) return answer.isOk ? fine : undefined;
  if (token.revoked !== undefined && token.revoked.turn < answer.turn) return undefined;
  const { application: id = '', store } = token;
  const attached = history.state.application(id, whenDecided(exchange))?.attached;
  if (history.world === undefined || !attached?.some((api) => api === store)) return undefined;
  return 'was refused a token that was alive';
};
