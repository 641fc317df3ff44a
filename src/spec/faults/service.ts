import type { ServiceFaultRow } from './row.ts';

const inService = { place: 'service', sees: 'refusal', acts: 'never' } as const;

/** What can go wrong inside interface C, each the natural cause of one row of its errors. (Errors, interface C) */
export const serviceFaults = {
  scannersBlock: {
    ...inService,
    what: 'Security scanners block what comes in.',
    refuses: 'blockedRequest',
    retry: 'owed',
  },
  apiMisconfigured: {
    ...inService,
    what: 'The service is configured wrongly inside.',
    refuses: 'apiConfigurationError',
    retry: 'owed',
  },
  authorizerUnreachable: {
    ...inService,
    what: 'The part that authenticates applications is out of reach.',
    refuses: 'authorizationConfigurationError',
    retry: 'owed',
  },
  authorizerFails: {
    ...inService,
    what: 'The part that authenticates applications fails.',
    refuses: 'authorizationFailure',
    retry: 'owed',
  },
  appUnidentifiable: {
    ...inService,
    what: 'Applications cannot be told apart.',
    refuses: 'appIdentificationFailure',
    retry: 'futile',
  },
  backendSilent: {
    ...inService,
    what: 'A part behind the service does not answer.',
    refuses: 'integrationTimeout',
    retry: 'owed',
  },
  backendFails: {
    ...inService,
    what: 'A part behind the service fails.',
    refuses: 'integrationFailure',
    retry: 'owed',
  },
  serviceThrows: {
    ...inService,
    what: 'The service meets an exception nobody foresaw.',
    refuses: 'internalServerError',
    retry: 'owed',
  },
} as const satisfies Record<string, ServiceFaultRow>;
