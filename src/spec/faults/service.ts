import type { ErrorName } from '../errors.ts';
import { namesOf } from '../names-of.ts';

export interface TroubleRow {
  /** What is wrong, as a sentence about the service. */
  readonly what: string;
  /** How requests are refused meanwhile. */
  readonly refuses: ErrorName;
}

/** What can go wrong inside interface C, each the natural cause of one row of its errors. (Errors, interface C) */
export const troubles = {
  scannersBlock: { what: 'Security scanners block what comes in.', refuses: 'blockedRequest' },
  apiMisconfigured: { what: 'The service is configured wrongly inside.', refuses: 'apiConfigurationError' },
  authorizerUnreachable: {
    what: 'The part that authenticates applications is out of reach.',
    refuses: 'authorizationConfigurationError',
  },
  authorizerFails: { what: 'The part that authenticates applications fails.', refuses: 'authorizationFailure' },
  appUnidentifiable: { what: 'Applications cannot be told apart.', refuses: 'appIdentificationFailure' },
  backendSilent: { what: 'A part behind the service does not answer.', refuses: 'integrationTimeout' },
  backendFails: { what: 'A part behind the service fails.', refuses: 'integrationFailure' },
  serviceThrows: { what: 'The service meets an exception nobody foresaw.', refuses: 'internalServerError' },
} as const satisfies Record<string, TroubleRow>;

export type TroubleName = keyof typeof troubles;

export const troubleNames: readonly TroubleName[] = namesOf(troubles);
