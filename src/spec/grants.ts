import { grantType } from './scopes.ts';
import type { Section } from './sections.ts';

export interface GrantRow {
  /** What is traded for what. */
  readonly what: string;
  /** The fields that a request must have besides `grant_type`. */
  readonly fields: readonly string[];
  readonly section: Section;
}

const credentials = ['client_id', 'client_secret'] as const;
const section = 'Authentication, interface C';

/**
 * What is asked of the token address, by `grant_type`. Interface B shows the first; how customers' tokens are come by is left
 * open, and goes by RFC 6749, sections 4.1.3 and 6: assumptions `login.*`.
 */
export const grants = {
  [grantType]: {
    what: "an application's own id and secret for an access token of a store API",
    fields: [...credentials, 'scope'],
    section: 'Resources and their fields, interface B',
  },
  authorization_code: {
    what: 'the code that a customer has given for an access token and a refresh token of that customer',
    fields: [...credentials, 'code'],
    section,
  },
  refresh_token: {
    what: "a customer's refresh token for another access token, once the one before has expired",
    fields: [...credentials, 'refresh_token'],
    section,
  },
} as const satisfies Record<string, GrantRow>;

export type Grant = keyof typeof grants;

export const isGrant = (text: string): text is Grant => Object.hasOwn(grants, text);
