import type { Answered, History, Token } from '../history.ts';
import type { ApplicationState } from '../history/state.ts';
import { serviceRule } from '../rule.ts';
import { fine } from '../verdicts.ts';
import { isCreate, isExpired, isOwn, isPortability, needsToken, tokenOf, whenDecided } from './portability.ts';
import { isVouchedFor } from './memory.ts';

export const authorization = serviceRule({
  id: 'S11',
  name: 'authorization',
  claim:
    'No call of interface C succeeds without a live token, consent, allowlisting and an enabled scope, none of a store API without a token.',
  why: "Whoever asks would get a customer's data.",
  section: 'Authentication, interface C',
  good: [
    ['5m', 'customer', 'withdraws consent'],
    ['6m', 'client', 'createDataQuery → 403 ACCESS_DENIED'],
  ],
  bad: [
    ['5m', 'customer', 'withdraws consent'],
    ['6m', 'client', 'createDataQuery → 201, query 4f1c'],
  ],
  judge: (history, findings) => {
    if (history.world === undefined) return findings.decide('the trace does not tell who may do what');
    for (const exchange of history.answered) {
      if (!isOwn(exchange) || !needsToken(exchange) || !exchange.answer.isOk) continue;
      const lack = findLack(history, exchange);
      findings.check(exchange, lack === undefined ? fine : `was answered ${exchange.answer.status} although ${lack}`);
    }
    return findings.decide('no call with a token succeeded');
  },
});

/** What is missing for a call to succeed, the first thing of all. (Errors, interface C: the rows with 403) */
const findLack = (history: History, exchange: Answered): string | undefined => {
  if (exchange.parsed.bearer === undefined) return 'its header was not Bearer, one space and a token';
  if (isVouchedFor(history, exchange)) return undefined;
  const token = tokenOf(history, exchange);
  if (token === undefined) return 'nobody had issued its token';
  if (token.revoked !== undefined && token.revoked.turn < exchange.answer.turn) return 'its token was revoked';
  // S13 says how long it lives.
  if (!isPortability(exchange)) return token.store === exchange.host ? undefined : 'its token was for another scope';
  return lackOfToken(history, exchange, token) ?? lackOfOwner(history, exchange, token);
};

const lackOfToken = (history: History, exchange: Answered, token: Token): string | undefined => {
  if (isExpired(history, token, exchange) === 'yes') return 'its token was expired';
  const isBlank = token.blanked !== undefined && token.blanked.turn < exchange.answer.turn;
  return isBlank ? 'its token yielded no customer or profile that was valid' : undefined;
};

/** What the application and the customer lack that the token is of. */
const lackOfOwner = (history: History, exchange: Answered, token: Token): string | undefined => {
  const { application, customer, scope } = token;
  if (application === undefined || customer === undefined || scope === undefined) return 'its token was of no customer';
  if (scope !== exchange.parsed.scope) return 'its token was for another scope';
  const when = whenDecided(exchange);
  const { state } = history;
  const lack = lackOfApplication(state.application(application, when), scope);
  if (lack !== undefined) return lack;
  if (!state.hasConsent({ application, customer, scope }, when)) return 'the customer did not consent';
  return blocksHeld(history, exchange) && state.isOnHold(customer, when) ? 'the account was on hold' : undefined;
};

const lackOfApplication = (application: ApplicationState | undefined, scope: string): string | undefined => {
  if (application === undefined) return 'its profile was deleted';
  if (!application.attached.includes('portability')) return 'its profile was detached';
  if (!application.allowlisted) return 'its application was not allowlisted';
  return application.scopes.includes(scope) ? undefined : 'its scope was not enabled';
};

/** Whether accounts on hold are refused. */
const blocksHeld = ({ context: { assumptions } }: History, exchange: Answered): boolean =>
  assumptions['login.holdBlocksTokens'] === 'tokens-blocked' ||
  assumptions[isCreate(exchange) ? 'query.createOnHold' : 'list.onHold'] === 'refused';
