import { loseRequirement } from './collection.ts';
import type { Turn } from './turn.ts';
import { type Consent, key, type World } from './world.ts';

/** "The customer must have consented to the scope." (Authentication, interface C) */
export const hasConsent = (world: World, clientId: string, customerId: string, scope: string): boolean =>
  world.consents.get(key(clientId, customerId, scope)) === 'granted';

export const grantConsent = (turn: Turn, clientId: string, customerId: string, scope: string): void => {
  turn.world.consents.set(key(clientId, customerId, scope), 'granted');
};

/** Consent ends, for whichever reason: what is being collected under it cannot be finished. */
export const withdrawConsent = (
  turn: Turn,
  lost: { readonly clientId: string; readonly customerId: string; readonly scope: string },
  how: Exclude<Consent, 'granted'>,
): void => {
  const { world } = turn;
  const name = key(lost.clientId, lost.customerId, lost.scope);
  if (world.consents.get(name) !== 'granted') return;
  world.consents.set(name, how);
  if (how === 'revoked' && turn.assume('login.consentRevokesTokens') === 'tokens-revoked') revokeTokensOf(turn, lost);
  loseRequirement(turn, lost.customerId, lost.scope, how, lost.clientId);
};

const revokeTokensOf = (turn: Turn, lost: { clientId: string; customerId: string; scope: string }): void => {
  for (const [text, token] of turn.world.tokens) {
    const same = token.kind === 'customer' && token.clientId === lost.clientId && token.customerId === lost.customerId;
    if (same && token.scope === lost.scope) turn.world.tokens.set(text, { ...token, revoked: true });
  }
  for (const [id, family] of turn.world.families) {
    const same = family.clientId === lost.clientId && family.customerId === lost.customerId;
    if (same && family.scope === lost.scope) turn.world.families.set(id, { ...family, revoked: true });
  }
};
