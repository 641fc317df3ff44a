import type { WrittenAssumption } from './row.ts';

/** Interface C: how an application comes by a token of a customer, and how it loses one. */
export const loginAssumptions = {
  'login.authorizationCode': {
    class: 'wire',
    question: 'How does an application get the first token for a customer?',
    means: {
      'simulated-consent':
        'The simulated consent hands out a code, exchanged once at the token address as RFC 6749 section 4.1.3 has it.',
    },
    section: 'Authentication, interface C',
  },
  'login.refreshShape': {
    class: 'wire',
    question: 'What does a refresh request look like?',
    means: {
      form: 'Form fields as in RFC 6749 section 6: with a scope other than the one that was granted, invalid_scope.',
      json: 'The same fields as a JSON object.',
    },
    section: 'Authentication, interface C',
  },
  'login.refreshRotation': {
    class: 'behaviour',
    question: 'Does a refresh token outlive its use?',
    means: {
      stays: 'It stays good, and the answer repeats none or the same.',
      rotates: 'Every use gives a new one and ends the old.',
    },
    section: 'Authentication, interface C',
  },
  'login.refusedGrant': {
    class: 'wire',
    question: 'How is a dead code or refresh token refused?',
    means: { 'invalid-grant': '400 with the error invalid_grant, as RFC 6749 section 5.2 has it.' },
    section: 'Authentication, interface C',
  },
  'login.holdBlocksTokens': {
    class: 'behaviour',
    question: 'Does an account on hold spoil the tokens of its customer?',
    means: {
      'tokens-work': 'Tokens work on; only queries feel the hold.',
      'tokens-blocked': 'Tokens are refused as not authorized while the hold lasts.',
    },
    section: 'Authentication, interface C',
  },
  'login.consentRevokesTokens': {
    class: 'behaviour',
    question: 'What becomes of tokens when the customer withdraws consent?',
    means: {
      'tokens-stay':
        'Access tokens stay as they are, and calls are refused with "Access token is not authorized for this operation"; without consent no refresh token gives a new one.',
      'tokens-revoked': 'They are revoked along with it.',
    },
    section: 'Authentication, interface C',
  },
  'login.revokedFamily': {
    class: 'behaviour',
    question: 'Does revoking an access token end the refresh token it came with?',
    means: {
      'refresh-token-too': 'Both end.',
      'access-token-only': 'The refresh token still gives new tokens.',
    },
    section: 'Authentication, interface C',
  },
} as const satisfies Record<string, WrittenAssumption>;
