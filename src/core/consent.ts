import { stillLasts } from './boundaries.ts';
import { loseRequirement } from './collection.ts';
import { hasConsent } from './has-consent.ts';
import type { Turn } from './turn.ts';
import { consentKey, type Consenting } from './world.ts';

/* Consent as it is given and ends: by application, customer and scope. (Authentication, interface C) */

/** Consent stands from now on; `length` milliseconds, or until it is withdrawn. */
export const grantConsent = (turn: Turn, consenting: Consenting, length: number | undefined): void => {
  const { clientId, customerId, scope } = consenting;
  const until = length === undefined ? undefined : turn.now + length;
  turn.world.consents.set(consentKey(consenting), { state: 'granted', until });
  if (until !== undefined) turn.dues.push({ at: until, due: { kind: 'consentEnds', clientId, customerId, scope } });
};

/** The end of a consent is reached, unless it was given anew in the meantime. */
export const endConsent = (turn: Turn, consenting: Consenting): void => {
  const consent = turn.world.consents.get(consentKey(consenting));
  if (consent?.state !== 'granted' || stillLasts(consent.until, turn.now)) return;
  endNow(turn, consenting, 'expired');
};

/** Consent ends, for whichever reason: what is being collected under it cannot be finished. */
export const withdrawConsent = (turn: Turn, lost: Consenting, how: 'revoked' | 'expired'): void => {
  if (hasConsent(turn, lost)) endNow(turn, lost, how);
};

const endNow = (turn: Turn, lost: Consenting, how: 'revoked' | 'expired'): void => {
  turn.world.consents.set(consentKey(lost), { state: how });
  if (how === 'revoked' && turn.assume('login.consentRevokesTokens') === 'tokens-revoked') revokeTokensOf(turn, lost);
  loseRequirement(turn, lost, how);
};

const revokeTokensOf = ({ world }: Turn, lost: Consenting): void => {
  const isLost = (one: Consenting): boolean => consentKey(one) === consentKey(lost);
  for (const [text, token] of world.tokens) {
    if (token.kind === 'customer' && isLost(token)) world.tokens.set(text, { ...token, revoked: true });
  }
  for (const [id, family] of world.families) if (isLost(family)) world.families.set(id, { ...family, revoked: true });
};
