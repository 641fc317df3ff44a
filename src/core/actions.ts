import type { Action } from './action.ts';
import { finishCollections, loseRequirement } from './collection.ts';
import { useConsole } from './console.ts';
import { type Consenting, grantConsent, withdrawConsent } from './consent.ts';
import { unreachable } from './unreachable.ts';
import type { Turn } from './turn.ts';
import { partsOf, type Token, type World } from './world.ts';

/** What scenarios do to the world. Who is named is known to exist: that is checked where scenarios come in. */
export const act = (turn: Turn, action: Action): void => {
  switch (action.do) {
    case 'expireToken':
      return changeTokens(turn, ofCustomer(action), (token) => expire(turn, token));
    case 'revokeToken':
      return revokeCustomer(turn, action);
    case 'blankToken':
      return changeTokens(turn, ofCustomer(action), (token) => ({ ...token, lacks: [...token.lacks, action.lacks] }));
    case 'garbleToken':
      return changeTokens(turn, ofCustomer(action), (token) => ({ ...token, garbled: true }));
    case 'expireStoreToken':
      return changeTokens(turn, ofStore(action.store), (token) => expire(turn, token));
    case 'revokeStoreToken':
      return changeTokens(turn, ofStore(action.store), revoke);
    case 'revokeConsent':
      return forEachScope(turn, action, (lost) => withdrawConsent(turn, lost, 'revoked'));
    case 'expireConsent':
      return forEachScope(turn, action, (lost) => withdrawConsent(turn, lost, 'expired'));
    case 'grantConsent':
      return forEachScope(turn, action, (consenting) => grantConsent(turn, consenting, action.for));
    case 'holdAccount':
      return holdAccount(turn, action.customer);
    case 'releaseAccount':
      turn.world.accountsOnHold.delete(action.customer);
      return;
    case 'finishCollection':
      return finishCollections(turn, action.customer, action.scope);
    case 'createProfile':
    case 'deleteProfile':
    case 'rotateSecret':
    case 'allowlistApp':
    case 'delistApp':
    case 'enableScope':
    case 'disableScope':
    case 'attachProfile':
    case 'detachProfile':
      return useConsole(turn, action);
    case 'beginTrouble':
      turn.world.troubles.set(action.trouble, endOf(turn, action.for));
      return;
    case 'endTrouble':
      turn.world.troubles.delete(action.trouble);
      return;
    case 'regionDown':
      turn.world.outages.set(action.region, {
        ...(action.failure.kind === 'connection' ? { accident: action.failure.accident } : { failure: action.failure }),
        until: endOf(turn, action.for),
      });
      return;
    case 'regionUp':
      turn.world.outages.delete(action.region);
      return;
    case 'fail':
    case 'accident':
    case 'loseAnswer':
    case 'delayAnswer':
    case 'loseNotification':
    case 'delayNotification':
    case 'repeatNotification':
      turn.world.faults.push({ action, remaining: action.times });
      return;
    default:
      unreachable(action);
  }
};

const endOf = ({ now }: Turn, length: number | undefined): number | undefined =>
  length === undefined ? undefined : now + length;

interface TokenHolder {
  readonly customer: string;
  readonly application?: string;
}

const ofCustomer =
  ({ customer, application }: TokenHolder) =>
  (token: Token): boolean =>
    token.kind === 'customer' &&
    token.customerId === customer &&
    (application === undefined || token.clientId === application);

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
const revokeCustomer = (turn: Turn, holder: TokenHolder): void => {
  changeTokens(turn, ofCustomer(holder), revoke);
  if (turn.assume('login.revokedFamily') === 'access-token-only') return;
  for (const [id, family] of turn.world.families) {
    if (family.customerId !== holder.customer) continue;
    if (holder.application !== undefined && family.clientId !== holder.application) continue;
    turn.world.families.set(id, { ...family, revoked: true });
  }
};

const forEachScope = (
  { world }: Turn,
  { customer, scope, application }: TokenHolder & { readonly scope?: string },
  change: (consenting: Consenting) => void,
): void => {
  const held = [...world.holdings.values()].filter(({ customerId }) => customerId === customer);
  for (const concerned of scope === undefined ? held.map((holding) => holding.scope) : [scope]) {
    for (const clientId of application === undefined ? everyApplication(world) : [application]) {
      change({ clientId, customerId: customer, scope: concerned });
    }
  }
};

/** Those whose profile was deleted may have queries under way still. */
const everyApplication = ({ applications, consents }: World): ReadonlySet<string> =>
  new Set([...applications.keys(), ...[...consents.keys()].map((name) => partsOf(name)[0] ?? '')]);

const holdAccount = (turn: Turn, customer: string): void => {
  turn.world.accountsOnHold.add(customer);
  loseRequirement(turn, { customerId: customer }, 'held');
};
