import type { Action } from './action.ts';
import { loseRequirement } from './collection.ts';
import { grantConsent, withdrawConsent } from './consent.ts';
import type { Turn } from './turn.ts';
import type { Token } from './world.ts';

/** What scenarios do to the world. Who is named is known to exist: that is checked where scenarios come in. */
export const act = (turn: Turn, action: Action): void => {
  switch (action.do) {
    case 'expireToken':
      return changeTokens(turn, ofCustomer(action.customer), (token) => expire(turn, token));
    case 'revokeToken':
      return revokeCustomer(turn, action.customer);
    case 'expireStoreToken':
      return changeTokens(turn, ofStore(action.store), (token) => expire(turn, token));
    case 'revokeStoreToken':
      return changeTokens(turn, ofStore(action.store), revoke);
    case 'revokeConsent':
      return forEachScope(turn, action, (lost) => withdrawConsent(turn, lost, 'revoked'));
    case 'expireConsent':
      return forEachScope(turn, action, (lost) => withdrawConsent(turn, lost, 'expired'));
    case 'grantConsent':
      return forEachScope(turn, action, ({ clientId, customerId, scope }) =>
        grantConsent(turn, clientId, customerId, scope),
      );
    case 'holdAccount':
      return holdAccount(turn, action.customer);
    case 'releaseAccount':
      turn.world.accountsOnHold.delete(action.customer);
      return;
    case 'fail':
      turn.world.faults.push({ operation: action.operation, failure: action.failure, remaining: action.times });
      return;
    default:
      return action satisfies never;
  }
};

const ofCustomer =
  (customer: string) =>
  (token: Token): boolean =>
    token.kind === 'customer' && token.customerId === customer;

const ofStore =
  (store: string) =>
  (token: Token): boolean =>
    token.kind === 'store' && token.store === store;

/** The last instant is put into the past: whether a token lives at its very end, this one is dead now. */
const expire = (turn: Turn, token: Token): Token => ({
  ...token,
  expiresAt: Math.min(token.expiresAt, turn.now - 1),
});
const revoke = (token: Token): Token => ({ ...token, revoked: true });

const changeTokens = (turn: Turn, concerns: (token: Token) => boolean, change: (token: Token) => Token): void => {
  for (const [text, token] of turn.world.tokens) if (concerns(token)) turn.world.tokens.set(text, change(token));
};

/** "A revoked token cannot be used. A new authorization from the customer is needed." (Authentication, interface C) */
const revokeCustomer = (turn: Turn, customer: string): void => {
  changeTokens(turn, ofCustomer(customer), revoke);
  if (turn.assume('login.revokedFamily') === 'access-token-only') return;
  for (const [id, family] of turn.world.families) {
    if (family.customerId === customer) turn.world.families.set(id, { ...family, revoked: true });
  }
};

interface Concerned {
  readonly clientId: string;
  readonly customerId: string;
  readonly scope: string;
}

const forEachScope = (
  { world }: Turn,
  { customer, scope }: { readonly customer: string; readonly scope?: string },
  change: (concerned: Concerned) => void,
): void => {
  for (const holding of world.holdings.values()) {
    if (holding.customerId !== customer || (scope !== undefined && holding.scope !== scope)) continue;
    for (const clientId of world.applications.keys()) change({ clientId, customerId: customer, scope: holding.scope });
  }
};

const holdAccount = (turn: Turn, customer: string): void => {
  turn.world.accountsOnHold.add(customer);
  for (const { customerId, scope } of turn.world.holdings.values()) {
    if (customerId === customer) loseRequirement(turn, customer, scope, 'held', undefined);
  }
};
