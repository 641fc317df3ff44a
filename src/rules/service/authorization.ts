import { serviceRule } from '../define-rule.ts';
import type { Answered, History } from '../history.ts';
import { atAnswer, gather } from '../verdicts.ts';
import { isCreate, isExpired, isOwn, isPortability, tokenOf } from './portability.ts';
import { isVouchedFor } from './memory.ts';

export const authorization = serviceRule({
  id: 'S11',
  name: 'authorization',
  claim: 'No call of interface C succeeds without a live token, consent, allowlisting and an enabled scope.',
  why: "Whoever asks would get a customer's data.",
  section: 'Authentication, interface C',
  example: {
    good: [
      ['5m', 'customer', 'withdraws consent'],
      ['6m', 'client', 'createDataQuery → 403 ACCESS_DENIED'],
    ],
    bad: [
      ['5m', 'customer', 'withdraws consent'],
      ['6m', 'client', 'createDataQuery → 201, query 4f1c'],
    ],
  },
  judge: (history) => {
    const findings = gather();
    if (history.world === undefined) return findings.decide('the trace does not tell who may do what');
    for (const exchange of history.answered) {
      if (!isPortability(exchange) || !isOwn(exchange) || !exchange.answer.isOk) continue;
      findings.test();
      const lack = findLack(history, exchange);
      if (lack === undefined) continue;
      const text = `#${exchange.number} was answered ${exchange.answer.status} although ${lack}`;
      findings.add(atAnswer(exchange, text));
    }
    return findings.decide('no call of interface C succeeded');
  },
});

/** What is missing for a call to succeed. (Errors, interface C: the rows with 403) */
const findLack = (history: History, exchange: Answered): string | undefined => {
  const { parsed, answer } = exchange;
  if (parsed.bearer === undefined) return 'its header was not Bearer, one space and a token';
  if (isVouchedFor(history, exchange)) return undefined;
  const token = tokenOf(history, exchange);
  if (token === undefined) return 'nobody had issued its token';
  const when = { at: answer.decidedAt, turn: answer.turn };
  if (token.revoked !== undefined && token.revoked.turn < answer.turn) return 'its token was revoked';
  if (isExpired(history, token, exchange) === 'yes') return 'its token was expired';
  if (token.blanked !== undefined && token.blanked.turn < answer.turn)
    return 'its token yielded no customer or profile that was valid';
  const { application: id, customer, scope } = token;
  if (id === undefined || customer === undefined || scope === undefined) return 'its token was of no customer';
  if (scope !== parsed.scope) return 'its token was for another scope';
  const application = history.state.application(id, when);
  if (application === undefined) return 'its profile was deleted';
  if (!application.attached.includes('portability')) return 'its profile was detached';
  if (!application.allowlisted) return 'its application was not allowlisted';
  if (!application.scopes.includes(scope)) return 'its scope was not enabled';
  if (!history.state.hasConsent({ application: id, customer, scope }, when)) return 'the customer did not consent';
  const { assumptions } = history.context;
  const blocks =
    assumptions['login.holdBlocksTokens'] === 'tokens-blocked' ||
    assumptions[isCreate(exchange) ? 'query.createOnHold' : 'list.onHold'] === 'refused';
  return blocks && history.state.isOnHold(customer, when) ? 'the account was on hold' : undefined;
};
