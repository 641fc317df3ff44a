import type { ServiceFaultRow } from './row.ts';

const refused = { place: 'service', sees: 'refusal', acts: 'never', retry: 'owed' } as const;
const front = { ...refused, met: 'front' } as const;
const authorizer = { ...refused, met: 'authorizer' } as const;
const application = { ...refused, met: 'application' } as const;
const behind = { ...refused, met: 'behind' } as const;

/** What can go wrong inside interface C, each the natural cause of one row of its errors. (Errors, interface C) */
export const serviceFaults = {
  scannersBlock: { ...front, what: 'Security scanners block what comes in.', refuses: 'blockedRequest' },
  apiMisconfigured: { ...front, what: 'The service is configured wrongly inside.', refuses: 'apiConfigurationError' },
  authorizerUnreachable: {
    ...authorizer,
    what: 'The part that authenticates applications is out of reach.',
    refuses: 'authorizationConfigurationError',
  },
  authorizerFails: {
    ...authorizer,
    what: 'The part that authenticates applications fails.',
    refuses: 'authorizationFailure',
  },
  appUnidentifiable: {
    ...application,
    what: 'Applications cannot be told apart.',
    refuses: 'appIdentificationFailure',
    retry: 'futile',
  },
  backendSilent: { ...behind, what: 'A part behind the service does not answer.', refuses: 'integrationTimeout' },
  backendFails: { ...behind, what: 'A part behind the service fails.', refuses: 'integrationFailure' },
  serviceThrows: { ...behind, what: 'The service meets an exception nobody foresaw.', refuses: 'internalServerError' },
} as const satisfies Record<string, ServiceFaultRow>;
