import { stillLasts } from './boundaries.ts';
import { loseRequirement } from './collection.ts';
import { hasConsent } from './has-consent.ts';
import type { Turn } from './turn.ts';
import { key } from './world.ts';

/** Consent as it is given and ends: by application, customer and scope. (Authentication, interface C) */

export interface Consenting {
  readonly clientId: string;
  readonly customerId: string;
  readonly scope: string;
}

/** Consent stands from now on; `length` milliseconds, or until it is withdrawn. */
export const grantConsent = (turn: Turn, consenting: Consenting, length: number | undefined): void => {
  const { clientId, customerId, scope } = consenting;
  const until = length === undefined ? undefined : turn.now + length;
  turn.world.consents.set(key(clientId, customerId, scope), { state: 'granted', until });
  if (until !== undefined) {
    turn.dues.push({ at: until, due: { kind: 'consentEnds', clientId, customerId, scope } });
  }
};

/** The end of a consent is reached, unless it was given anew in the meantime. */
export const endConsent = (turn: Turn, consenting: Consenting): void => {
  const consent = turn.world.consents.get(key(consenting.clientId, consenting.customerId, consenting.scope));
  if (consent?.state !== 'granted' || stillLasts(consent.until, turn.now)) return;
  endNow(turn, consenting, 'expired');
};

/** Consent ends, for whichever reason: what is being collected under it cannot be finished. */
export const withdrawConsent = (turn: Turn, lost: Consenting, how: 'revoked' | 'expired'): void => {
  if (hasConsent(turn, lost.clientId, lost.customerId, lost.scope)) endNow(turn, lost, how);
};

const endNow = (turn: Turn, lost: Consenting, how: 'revoked' | 'expired'): void => {
  turn.world.consents.set(key(lost.clientId, lost.customerId, lost.scope), { state: how });
  if (how === 'revoked' && turn.assume('login.consentRevokesTokens') === 'tokens-revoked') revokeTokensOf(turn, lost);
  loseRequirement(turn, lost, how);
};

const revokeTokensOf = (turn: Turn, lost: Consenting): void => {
  for (const [text, token] of turn.world.tokens) {
    const same = token.kind === 'customer' && token.clientId === lost.clientId && token.customerId === lost.customerId;
    if (same && token.scope === lost.scope) turn.world.tokens.set(text, { ...token, revoked: true });
  }
  for (const [id, family] of turn.world.families) {
    const same = family.clientId === lost.clientId && family.customerId === lost.customerId;
    if (same && family.scope === lost.scope) turn.world.families.set(id, { ...family, revoked: true });
  }
};
