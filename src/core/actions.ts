import type {
  Failure,
  Lasting,
  OfApi,
  OfApplication,
  OfConsent,
  OfCustomer,
  OfRequests,
  OfScope,
  OfStore,
  OfToken,
  Outage,
  TokenId,
  Waiting,
} from './action.ts';
import { finishCollections, loseRequirement } from './collection.ts';
import { consoleEffects } from './console.ts';
import { grantConsent, withdrawConsent } from './consent.ts';
import type { Turn } from './turn.ts';
import type { ExchangeFault } from './wire.ts';
import type { AccessFaultName, NotificationFaultName, ServiceFaultName } from '../spec/faults.ts';
import type { Region } from '../spec/regions.ts';
import { partsOf } from './key.ts';
import type { Consenting, Token, WaitingFault, World } from './world.ts';

/** What is said with each verb. */
interface Said {
  readonly expireToken: OfToken;
  readonly revokeToken: OfToken;
  readonly blankToken: OfCustomer & { readonly lacks: TokenId };
  readonly garbleToken: OfCustomer & { readonly garbles: TokenId };
  readonly expireStoreToken: OfStore;
  readonly revokeStoreToken: OfStore;
  readonly revokeConsent: OfConsent;
  readonly expireConsent: OfConsent;
  readonly grantConsent: OfConsent & Lasting;
  readonly holdAccount: OfCustomer & Lasting;
  readonly releaseAccount: OfCustomer;
  readonly finishCollection: OfCustomer & { readonly scope?: string };
  readonly createProfile: OfApplication;
  readonly deleteProfile: OfApplication;
  readonly rotateSecret: OfApplication;
  readonly allowlistApp: OfApplication;
  readonly delistApp: OfApplication;
  readonly enableScope: OfScope;
  readonly disableScope: OfScope;
  readonly attachProfile: OfApi;
  readonly detachProfile: OfApi;
  readonly beginFault: { readonly fault: ServiceFaultName } & Lasting;
  readonly endFault: { readonly fault: ServiceFaultName };
  readonly regionDown: { readonly region: Region; readonly failure: Outage } & Lasting;
  readonly regionUp: { readonly region: Region };
  readonly fail: OfRequests & { readonly failure: Failure };
  readonly fault: OfRequests & { readonly fault: ExchangeFault };
  readonly loseNotification: Waiting;
  readonly delayNotification: Waiting & { readonly by: number };
  /** So many arrive of each, every one `by` after the one before. */
  readonly repeatNotification: Waiting & { readonly copies: number; readonly by: number };
}

export type ActionOf<Verb extends keyof Said> = { [One in Verb]: { readonly do: One } & Said[One] }[Verb];

/** What a scenario does to the world: a verb, and what is said with it. */
export type Action = ActionOf<keyof Said>;

/** What a verb does to the world, given all that is said with it. */
export type Effects = { readonly [Verb in Action['do']]: (turn: Turn, said: ActionOf<Verb>) => void };

/** A row for each verb. Who is named is known to exist: that is checked where scenarios come in. */
const effects = {
  expireToken: (turn, said) => changeTokens(turn, ofCustomer(said), (token) => expire(turn, token)),
  revokeToken: (turn, said) => revokeCustomer(turn, said),
  blankToken: (turn, said) =>
    changeTokens(turn, ofCustomer(said), (token) => ({ ...token, lacks: [...token.lacks, said.lacks] })),
  garbleToken: (turn, said) => changeTokens(turn, ofCustomer(said), (token) => ({ ...token, garbled: true })),
  expireStoreToken: (turn, said) => changeTokens(turn, ofStore(said.store), (token) => expire(turn, token)),
  revokeStoreToken: (turn, said) => changeTokens(turn, ofStore(said.store), revoke),
  revokeConsent: (turn, said) => forEachScope(turn, said, (lost) => withdrawConsent(turn, lost, 'revoked')),
  expireConsent: (turn, said) => forEachScope(turn, said, (lost) => withdrawConsent(turn, lost, 'expired')),
  grantConsent: (turn, said) => forEachScope(turn, said, (consenting) => grantConsent(turn, consenting, said.for)),
  /** Whoever says for how long sees to its end. */
  holdAccount: (turn, { customer }) => {
    turn.world.accountsOnHold.add(customer);
    loseRequirement(turn, { customerId: customer }, 'held');
  },
  releaseAccount: (turn, { customer }) => {
    turn.world.accountsOnHold.delete(customer);
  },
  finishCollection: (turn, { customer, scope }) => finishCollections(turn, customer, scope),
  ...consoleEffects,
  beginFault: (turn, said) => {
    turn.world.serviceFaults.set(said.fault, endOf(turn, said));
  },
  endFault: (turn, { fault }) => {
    turn.world.serviceFaults.delete(fault);
  },
  regionDown: (turn, said) => {
    const { region, failure } = said;
    const how = failure.kind === 'connection' ? { fault: failure.fault } : { failure };
    turn.world.outages.set(region, { ...how, until: endOf(turn, said) });
  },
  regionUp: (turn, { region }) => {
    turn.world.outages.delete(region);
  },
  fail: (turn, action) => wait(turn, action),
  fault: (turn, action) => wait(turn, action),
  loseNotification: (turn, action) => wait(turn, action),
  delayNotification: (turn, action) => wait(turn, action),
  repeatNotification: (turn, action) => wait(turn, action),
} satisfies Effects & Record<FaultVerb, unknown>;

/** Faults that are named by what causes them. */
type FaultVerb = AccessFaultName | NotificationFaultName;

export const act = (turn: Turn, action: Action): void => {
  // Of each verb the table takes what its own action says, which the compiler cannot follow through the union.
  const effect = effects[action.do] as ((turn: Turn, said: Action) => void) | undefined;
  if (effect === undefined) throw new RangeError(`${action.do} is not foreseen`);
  effect(turn, action);
};

/** It lies there until requests or notifications come for it to hit. */
const wait = ({ world }: Turn, action: WaitingFault['action']): void => {
  world.faults.push({ action, remaining: action.times });
};

const endOf = ({ now }: Turn, { for: length }: Lasting): number | undefined =>
  length === undefined ? undefined : now + length;

const ofCustomer =
  ({ customer, application }: OfToken) =>
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
const revokeCustomer = (turn: Turn, holder: OfToken): void => {
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
  { customer, scope, application }: OfConsent,
  change: (consenting: Consenting) => void,
): void => {
  for (const concerned of scope === undefined ? scopesWith(world, customer) : [scope]) {
    for (const clientId of application === undefined ? everyApplication(world) : [application]) {
      change({ clientId, customerId: customer, scope: concerned });
    }
  }
};

const scopesWith = ({ holdings }: World, customer: string): readonly string[] => {
  const scopes: string[] = [];
  for (const { customerId, scope } of holdings.values()) if (customerId === customer) scopes.push(scope);
  return scopes;
};

/** Those whose profile was deleted may have queries under way still. */
const everyApplication = ({ applications, consents }: World): ReadonlySet<string> =>
  new Set([...applications.keys(), ...[...consents.keys()].map((name) => partsOf(name)[0] as string)]);
