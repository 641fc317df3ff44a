import type { AccessFaultRow } from './row.ts';

const refused = { sees: 'refusal', acts: 'never', retry: 'futile' } as const;
const token = { place: 'token', ...refused } as const;
const consent = { place: 'consent', ...refused } as const;
const account = { place: 'account', ...refused } as const;
const region = { place: 'region', ...refused } as const;
const inConsole = { place: 'console', ...refused } as const;

/** What a request stands on, and what becomes of it: each named as the verb of a scenario that causes it. */
export const accessFaults = {
  expireToken: {
    ...token,
    what: 'The access token of a customer has expired.',
    refuses: 'tokenExpired',
    retry: 'owed',
  },
  revokeToken: { ...token, what: 'The access token of a customer has been revoked.', refuses: 'tokenRevoked' },
  blankToken: { ...token, what: 'The access token of a customer yields a blank customer id or security profile id.' },
  garbleToken: {
    ...token,
    what: 'The access token of a customer yields an id that is not valid.',
    refuses: 'invalidParameters',
  },
  expireStoreToken: { ...token, what: 'The access token of a store API has expired.', retry: 'owed' },
  revokeStoreToken: { ...token, what: 'The access token of a store API has been revoked.', retry: 'owed' },
  revokeConsent: {
    ...consent,
    what: 'The customer has taken back the consent to a scope.',
    refuses: 'accessNotAuthorized',
  },
  expireConsent: {
    ...consent,
    what: 'The consent of the customer to a scope has ended by itself.',
    refuses: 'accessNotAuthorized',
  },
  holdAccount: { ...account, what: 'The account of the customer is on hold.' },
  regionDown: {
    ...region,
    what: 'A region of interface C refuses every request, or cannot be reached.',
    retry: 'open',
  },
  deleteProfile: {
    ...inConsole,
    what: 'The security profile of the application is gone.',
    refuses: 'securityProfileNotFound',
  },
  rotateSecret: {
    ...inConsole,
    what: 'The client secret of the application is another one.',
    refuses: 'invalidClient',
  },
  delistApp: { ...inConsole, what: 'The application is off the allowlist.', refuses: 'appNotAllowlisted' },
  disableScope: {
    ...inConsole,
    what: 'A scope is not enabled for the application any more.',
    refuses: 'scopeNotEnabled',
  },
  detachProfile: {
    ...inConsole,
    what: 'The security profile of the application is not attached to an API any more.',
    refuses: 'appNotAuthorized',
  },
} as const satisfies Record<string, AccessFaultRow>;
