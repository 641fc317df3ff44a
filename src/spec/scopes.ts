import { namesOf } from './names-of.ts';

/** The scope a client-credentials token needs, per API family. (Resources and their fields, interface B) */
export const storeScopes = {
  submission: 'store::apps:readwrite',
  reporting: 'reporting::store:marketer',
} as const;

export type StoreFamily = keyof typeof storeScopes;

export const storeFamilies: readonly StoreFamily[] = namesOf(storeScopes);

/** The one grant interface B knows. */
export const grantType = 'client_credentials';

/** What every token answer names as the type of its token. */
export const tokenType = 'bearer';
