import { namesOf } from './names-of.ts';
import type { Section } from './sections.ts';

export interface ErrorRow {
  readonly status: number;
  readonly category: string;
  readonly type: string;
  readonly message: string;
  /** What brings the refusal about. */
  readonly when: string;
}

/** Where every row below stands. */
export const errorSection: Section = 'Errors, interface C';

const badRequest = { status: 400, category: 'BAD_REQUEST' } as const;
const forbidden = { status: 403, category: 'FORBIDDEN' } as const;
const denied = { ...forbidden, type: 'ACCESS_DENIED' } as const;
const notFound = { status: 404, category: 'RESOURCE_NOT_FOUND' } as const;
const internal = { status: 500, category: 'INTERNAL_SERVER_ERROR' } as const;

/** The refusals of interface C in the document's order. Only category, type and message together tell rows apart. */
export const errors = {
  invalidParameters: {
    ...badRequest,
    type: 'INVALID_PARAMETERS',
    message: 'Parameters provided for this request are invalid',
    when: 'a profile, customer or scope id is not valid, or the query was created under another scope',
  },
  invalidMaxResults: {
    ...badRequest,
    type: 'INVALID_MAX_RESULTS',
    message: 'Max results value is outside limits',
    when: 'maxResults is below 1 or above 250',
  },
  invalidNextPage: {
    ...badRequest,
    type: 'INVALID_NEXT_PAGE',
    message: 'Invalid next page token',
    when: 'nextPageToken is none that the service gave out for this listing',
  },
  accessNotAuthorized: {
    ...denied,
    message: 'Access token is not authorized for this operation',
    when: 'the scope is missing from the token, or the customer has not consented to it',
  },
  tokenExpired: {
    ...denied,
    message: 'Access token is expired. Refresh the token',
    when: 'the lifetime of the token is over',
  },
  tokenRevoked: {
    ...denied,
    message: 'Access token has been revoked',
    when: 'the token was taken back before its lifetime was over',
  },
  tokenInvalid: { ...denied, message: 'Access token is invalid', when: 'the token is malformed, or nobody issued it' },
  tokenFormatInvalid: {
    ...denied,
    message: 'Access token format is invalid',
    when: 'the authorization header is absent, empty, or not "Bearer", one space and a token',
  },
  appNotAuthorized: {
    ...denied,
    message: 'App is not authorized to do this operation',
    when: 'this application may not use the operation',
  },
  appNotAllowlisted: {
    ...forbidden,
    type: 'APP_NOT_ALLOWLISTED',
    message: 'App is not allowlisted',
    when: 'the application has not been through allowlisting',
  },
  scopeNotEnabled: {
    ...forbidden,
    type: 'SCOPE_NOT_ENABLED',
    message: 'Scope not enabled for app',
    when: 'the scope is switched off for this application',
  },
  queryNotCompleted: {
    ...forbidden,
    type: 'QUERY_NOT_COMPLETED',
    message: 'Query is not completed',
    when: 'records are asked of a query that still collects or was canceled',
  },
  accessTimeElapsed: {
    ...forbidden,
    type: 'ACCESS_TIME_ELAPSED',
    message: 'Access time for this query has elapsed',
    when: 'the listing window has closed',
  },
  appIdentificationFailure: {
    ...forbidden,
    type: 'APP_IDENTIFICATION_FAILURE',
    message: 'Failed to identify the app',
    when: 'nothing tells which application is calling',
  },
  missingAuthorizationHeader: {
    ...forbidden,
    type: 'MISSING_AUTHORIZATION_HEADER',
    message: 'Authorization header is missing or empty',
    when: 'the authorization header is absent or has no content',
  },
  blockedRequest: {
    ...forbidden,
    type: 'BLOCKED_REQUEST',
    message: 'Request blocked for security reasons',
    when: 'a security scanner stopped the request; trying again is right',
  },
  securityProfileNotFound: {
    ...notFound,
    type: 'SECURITY_PROFILE_NOT_FOUND',
    message: 'Security profile id does not exist',
    when: 'the profile behind the token is gone',
  },
  queryIdNotFound: {
    ...notFound,
    type: 'QUERY_ID_NOT_FOUND',
    message: 'Query id does not exist',
    when: 'no query has this id',
  },
  scopeIdNotFound: {
    ...notFound,
    type: 'SCOPE_ID_NOT_FOUND',
    message: 'Scope id does not exist',
    when: 'no scope has this id',
  },
  resourceNotFound: {
    ...notFound,
    type: 'RESOURCE_NOT_FOUND',
    message: 'Invalid URI or unsupported method',
    when: 'no operation lives at this path, or not under this method',
  },
  requestConflict: {
    status: 409,
    category: 'CONFLICT',
    type: 'REQUEST_CONFLICT',
    message: 'There is a conflicting request in progress',
    when: 'the customer and scope already have a query that collects',
  },
  requestTooLarge: {
    status: 413,
    category: 'CONTENT_TOO_LARGE',
    type: 'REQUEST_TOO_LARGE',
    message: 'Payload size limit exceeded',
    when: 'the body is larger than the service takes',
  },
  tooManyRequests: {
    status: 429,
    category: 'TOO_MANY_REQUESTS',
    type: 'TOO_MANY_REQUESTS',
    message: 'Requests rate limit exceeded',
    when: 'the caller is throttled',
  },
  quotaExceeded: {
    status: 429,
    category: 'TOO_MANY_REQUESTS',
    type: 'QUOTA_EXCEEDED',
    message: 'Daily quota exceeded',
    when: 'the application has used up its day for the scope',
  },
  scopeThrottled: {
    status: 429,
    category: 'THROTTLED',
    type: 'TOO_MANY_REQUESTS',
    message: 'Requests rate limit exceeded',
    when: 'the scope receives more than its rate',
  },
  missingParameter: {
    ...internal,
    type: 'MISSING_PARAMETER',
    message: 'Required parameter not provided in request',
    when: 'a parameter that must be there is not',
  },
  internalServerError: {
    ...internal,
    type: 'INTERNAL_SERVER_ERROR',
    message: 'Unexpected internal server exception',
    when: 'the service ran into something it did not foresee',
  },
  blankSecurityProfileId: {
    ...internal,
    type: 'BLANK_SECURITY_PROFILE_ID',
    message: 'Security profile id is missing, empty or contains only whitespaces',
    when: 'the token yields no profile id',
  },
  invalidApiPath: {
    ...internal,
    type: 'INVALID_API_PATH',
    message: 'Invalid API path',
    when: 'the service cannot make sense of the path',
  },
  blankScopeId: {
    ...internal,
    type: 'BLANK_SCOPE_ID',
    message: 'Scope id is missing, empty or contains only whitespaces',
    when: 'nothing stands where the path should name the scope',
  },
  blankCustomerId: {
    ...internal,
    type: 'BLANK_CUSTOMER_ID',
    message: 'Customer id missing, empty or contains only whitespaces',
    when: 'the token yields no customer id',
  },
  blankQueryId: {
    ...internal,
    type: 'BLANK_QUERY_ID',
    message: 'Query id is missing, empty or contains only whitespaces',
    when: 'nothing stands where the path should name the query',
  },
  apiConfigurationError: {
    ...internal,
    type: 'API_CONFIGURATION_ERROR',
    message: 'Failed to connect to server',
    when: 'the service is set up wrongly inside',
  },
  authorizationConfigurationError: {
    ...internal,
    type: 'AUTHORIZATION_CONFIGURATION_ERROR',
    message: 'Failed to authenticate the app',
    when: 'the authorizer was out of reach',
  },
  authorizationFailure: {
    ...internal,
    type: 'AUTHORIZATION_FAILURE',
    message: 'Failed to authenticate the app',
    when: 'authenticating the application went wrong',
  },
  integrationFailure: {
    ...internal,
    type: 'INTEGRATION_FAILURE',
    message: 'Failed to connect to server',
    when: 'a part behind the service failed',
  },
  integrationTimeout: {
    status: 504,
    category: 'GATEWAY_TIMEOUT',
    type: 'INTEGRATION_TIMEOUT',
    message: 'Request timed out',
    when: 'the service did not answer in time',
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof errors;

export const errorNames: readonly ErrorName[] = namesOf(errors);

/** The rows that share a wire type, in table order: `ACCESS_DENIED` has six. Empty for a type outside the table. */
export const errorsOfType = (type: string): readonly ErrorName[] =>
  errorNames.filter((name) => errors[name].type === type);
