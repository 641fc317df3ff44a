import type { AccessFaultRow } from './row.ts';

const refused = { sees: 'refusal', acts: 'never' } as const;

/** What a request stands on, and what becomes of it: each named as the verb of a scenario that causes it. */
export const accessFaults = {
  expireToken: {
    ...refused,
    place: 'token',
    what: 'The access token of a customer has expired.',
    refuses: 'tokenExpired',
    retry: 'owed',
  },
  revokeToken: {
    ...refused,
    place: 'token',
    what: 'The access token of a customer has been revoked.',
    refuses: 'tokenRevoked',
    retry: 'futile',
  },
  blankToken: {
    ...refused,
    place: 'token',
    what: 'The access token of a customer yields a blank customer id or security profile id.',
    retry: 'futile',
  },
  garbleToken: {
    ...refused,
    place: 'token',
    what: 'The access token of a customer yields an id that is not valid.',
    refuses: 'invalidParameters',
    retry: 'futile',
  },
  expireStoreToken: {
    ...refused,
    place: 'token',
    what: 'The access token of a store API has expired.',
    retry: 'owed',
  },
  revokeStoreToken: {
    ...refused,
    place: 'token',
    what: 'The access token of a store API has been revoked.',
    retry: 'owed',
  },
  revokeConsent: {
    ...refused,
    place: 'consent',
    what: 'The customer has taken back the consent to a scope.',
    refuses: 'accessNotAuthorized',
    retry: 'futile',
  },
  expireConsent: {
    ...refused,
    place: 'consent',
    what: 'The consent of the customer to a scope has ended by itself.',
    refuses: 'accessNotAuthorized',
    retry: 'futile',
  },
  holdAccount: {
    ...refused,
    place: 'account',
    what: 'The account of the customer is on hold.',
    retry: 'futile',
  },
  regionDown: {
    ...refused,
    place: 'region',
    what: 'A region of interface C refuses every request, or cannot be reached.',
    retry: 'open',
  },
  deleteProfile: {
    ...refused,
    place: 'console',
    what: 'The security profile of the application is gone.',
    refuses: 'securityProfileNotFound',
    retry: 'futile',
  },
  rotateSecret: {
    ...refused,
    place: 'console',
    what: 'The client secret of the application is another one.',
    refuses: 'invalidClient',
    retry: 'futile',
  },
  delistApp: {
    ...refused,
    place: 'console',
    what: 'The application is off the allowlist.',
    refuses: 'appNotAllowlisted',
    retry: 'futile',
  },
  disableScope: {
    ...refused,
    place: 'console',
    what: 'A scope is not enabled for the application any more.',
    refuses: 'scopeNotEnabled',
    retry: 'futile',
  },
  detachProfile: {
    ...refused,
    place: 'console',
    what: 'The security profile of the application is not attached to an API any more.',
    refuses: 'appNotAuthorized',
    retry: 'futile',
  },
} as const satisfies Record<string, AccessFaultRow>;
