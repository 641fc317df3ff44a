/** The error table of interface C, copied by hand from the document: status, category, type, message. */

type Row = readonly [status: number, category: string, type: string, message: string];

export const rows = {
  invalidParameters: [400, 'BAD_REQUEST', 'INVALID_PARAMETERS', 'Parameters provided for this request are invalid'],
  invalidMaxResults: [400, 'BAD_REQUEST', 'INVALID_MAX_RESULTS', 'Max results value is outside limits'],
  invalidNextPage: [400, 'BAD_REQUEST', 'INVALID_NEXT_PAGE', 'Invalid next page token'],
  accessNotAuthorized: [403, 'FORBIDDEN', 'ACCESS_DENIED', 'Access token is not authorized for this operation'],
  tokenExpired: [403, 'FORBIDDEN', 'ACCESS_DENIED', 'Access token is expired. Refresh the token'],
  tokenRevoked: [403, 'FORBIDDEN', 'ACCESS_DENIED', 'Access token has been revoked'],
  tokenInvalid: [403, 'FORBIDDEN', 'ACCESS_DENIED', 'Access token is invalid'],
  tokenFormatInvalid: [403, 'FORBIDDEN', 'ACCESS_DENIED', 'Access token format is invalid'],
  appNotAuthorized: [403, 'FORBIDDEN', 'ACCESS_DENIED', 'App is not authorized to do this operation'],
  appNotAllowlisted: [403, 'FORBIDDEN', 'APP_NOT_ALLOWLISTED', 'App is not allowlisted'],
  scopeNotEnabled: [403, 'FORBIDDEN', 'SCOPE_NOT_ENABLED', 'Scope not enabled for app'],
  queryNotCompleted: [403, 'FORBIDDEN', 'QUERY_NOT_COMPLETED', 'Query is not completed'],
  accessTimeElapsed: [403, 'FORBIDDEN', 'ACCESS_TIME_ELAPSED', 'Access time for this query has elapsed'],
  appIdentificationFailure: [403, 'FORBIDDEN', 'APP_IDENTIFICATION_FAILURE', 'Failed to identify the app'],
  missingAuthorizationHeader: [
    403,
    'FORBIDDEN',
    'MISSING_AUTHORIZATION_HEADER',
    'Authorization header is missing or empty',
  ],
  blockedRequest: [403, 'FORBIDDEN', 'BLOCKED_REQUEST', 'Request blocked for security reasons'],
  securityProfileNotFound: [
    404,
    'RESOURCE_NOT_FOUND',
    'SECURITY_PROFILE_NOT_FOUND',
    'Security profile id does not exist',
  ],
  queryIdNotFound: [404, 'RESOURCE_NOT_FOUND', 'QUERY_ID_NOT_FOUND', 'Query id does not exist'],
  scopeIdNotFound: [404, 'RESOURCE_NOT_FOUND', 'SCOPE_ID_NOT_FOUND', 'Scope id does not exist'],
  resourceNotFound: [404, 'RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'Invalid URI or unsupported method'],
  requestConflict: [409, 'CONFLICT', 'REQUEST_CONFLICT', 'There is a conflicting request in progress'],
  requestTooLarge: [413, 'CONTENT_TOO_LARGE', 'REQUEST_TOO_LARGE', 'Payload size limit exceeded'],
  tooManyRequests: [429, 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS', 'Requests rate limit exceeded'],
  quotaExceeded: [429, 'TOO_MANY_REQUESTS', 'QUOTA_EXCEEDED', 'Daily quota exceeded'],
  scopeThrottled: [429, 'THROTTLED', 'TOO_MANY_REQUESTS', 'Requests rate limit exceeded'],
  missingParameter: [500, 'INTERNAL_SERVER_ERROR', 'MISSING_PARAMETER', 'Required parameter not provided in request'],
  internalServerError: [500, 'INTERNAL_SERVER_ERROR', 'INTERNAL_SERVER_ERROR', 'Unexpected internal server exception'],
  blankSecurityProfileId: [
    500,
    'INTERNAL_SERVER_ERROR',
    'BLANK_SECURITY_PROFILE_ID',
    'Security profile id is missing, empty or contains only whitespaces',
  ],
  invalidApiPath: [500, 'INTERNAL_SERVER_ERROR', 'INVALID_API_PATH', 'Invalid API path'],
  blankScopeId: [
    500,
    'INTERNAL_SERVER_ERROR',
    'BLANK_SCOPE_ID',
    'Scope id is missing, empty or contains only whitespaces',
  ],
  blankCustomerId: [
    500,
    'INTERNAL_SERVER_ERROR',
    'BLANK_CUSTOMER_ID',
    'Customer id missing, empty or contains only whitespaces',
  ],
  blankQueryId: [
    500,
    'INTERNAL_SERVER_ERROR',
    'BLANK_QUERY_ID',
    'Query id is missing, empty or contains only whitespaces',
  ],
  apiConfigurationError: [500, 'INTERNAL_SERVER_ERROR', 'API_CONFIGURATION_ERROR', 'Failed to connect to server'],
  authorizationConfigurationError: [
    500,
    'INTERNAL_SERVER_ERROR',
    'AUTHORIZATION_CONFIGURATION_ERROR',
    'Failed to authenticate the app',
  ],
  authorizationFailure: [500, 'INTERNAL_SERVER_ERROR', 'AUTHORIZATION_FAILURE', 'Failed to authenticate the app'],
  integrationFailure: [500, 'INTERNAL_SERVER_ERROR', 'INTEGRATION_FAILURE', 'Failed to connect to server'],
  integrationTimeout: [504, 'GATEWAY_TIMEOUT', 'INTEGRATION_TIMEOUT', 'Request timed out'],
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof rows;

/** The error table of interface B, and one row that RFC 6749 adds: error, description. */
export const tokenRows = {
  invalidClient: ['invalid_client', 'Client authentication failed'],
  invalidScope: ['invalid_scope', 'The request has an invalid parameter : scope'],
  unsupportedGrantType: [
    'unsupported_grant_type',
    'The authorization grant type is not supported by the authorization server',
  ],
  invalidRequest: ['invalid_request', 'The Content-Type is not supported by the authorization server'],
  /** The document shows no description for it. */
  invalidGrant: ['invalid_grant', undefined],
} as const satisfies Record<string, readonly [string, string | undefined]>;

export type TokenRowName = keyof typeof tokenRows;

/** The scope of a client-credentials token, per store API. */
export const storeScopes = {
  submission: 'store::apps:readwrite',
  reporting: 'reporting::store:marketer',
} as const;

export type Store = keyof typeof storeScopes;

const second = 1000;
const minute = 60 * second;

/** Lengths of time that the document names, in milliseconds. */
export const lengths = {
  second,
  overall: 20 * minute,
  day: 24 * 60 * minute,
  memory: 5 * minute,
  link: 5 * minute,
  pageToken: 5 * minute,
  window: 60 * minute,
} as const;

/** Waits before a notification is sent again, in milliseconds. */
export const retryWaits = [1, 2, 4, 10, 30].map((seconds) => seconds * second);
