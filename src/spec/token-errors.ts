import type { Section } from './sections.ts';

export interface TokenErrorRow {
  readonly error: string;
  readonly description: string;
  readonly when: string;
}

export const tokenErrorSection: Section = 'Errors, interface B';

/** The refusals of the token address. Their status codes are open: assumption `token.errorStatus`. */
export const tokenErrors = {
  invalidClient: {
    error: 'invalid_client',
    description: 'Client authentication failed',
    when: 'the secret does not belong to the client id',
  },
  invalidScope: {
    error: 'invalid_scope',
    description: 'The request has an invalid parameter : scope',
    when: 'the scope is none of the two allowed',
  },
  unsupportedGrantType: {
    error: 'unsupported_grant_type',
    description: 'The authorization grant type is not supported by the authorization server',
    when: 'the grant type is another than client_credentials',
  },
  invalidRequest: {
    error: 'invalid_request',
    description: 'The Content-Type is not supported by the authorization server',
    when: 'the body is not form-encoded',
  },
} as const satisfies Record<string, TokenErrorRow>;

export type TokenErrorName = keyof typeof tokenErrors;

/** Not in the document: a dead code or refresh token, after RFC 6749 section 5.2. Assumption `login.refusedGrant`. */
export const invalidGrant = {
  status: 400,
  error: 'invalid_grant',
  description: 'The authorization code or refresh token is invalid, expired or revoked',
  when: 'the code was used or is unknown, or the refresh token is dead',
  assumption: 'login.refusedGrant',
} as const;

/** What the submission and reporting APIs answer once a token has expired. */
export const storeRefusal = { status: 403, message: 'Request is not authorized', section: tokenErrorSection } as const;
