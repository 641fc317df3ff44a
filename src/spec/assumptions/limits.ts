import type { WrittenAssumption } from './row.ts';

/** Interface C: rates and quotas. */
export const limitAssumptions = {
  'limits.window': {
    class: 'behaviour',
    question: 'Over which stretch of time are requests counted?',
    means: {
      sliding: 'The stretch that ends now.',
      fixed: 'Stretches laid end to end, aligned to the clock.',
    },
    section: 'Limits, interface C',
  },
  'limits.boundary': {
    class: 'behaviour',
    question: 'Does a request still count at the very instant its stretch of time ends?',
    means: {
      forgotten: 'A second after it, a request is no longer among those of the last second.',
      counted: 'A second after it, it still is; a millisecond later it is not.',
    },
    section: 'Limits, interface C',
  },
  'limits.throttledCounts': {
    class: 'behaviour',
    question: 'Does a throttled request count against the limits?',
    means: {
      'not-counted': 'It does not.',
      counted: 'It does, so that hammering prolongs the wait.',
    },
    section: 'Limits, interface C',
  },
  'limits.cachedCounts': {
    class: 'behaviour',
    question: 'Does a request that gets a remembered answer count?',
    means: { counted: 'It does.', 'not-counted': 'It does not.' },
    section: 'Limits, interface C',
  },
  'limits.who': {
    class: 'behaviour',
    question: 'Who shares a limit?',
    means: {
      'as-stated': 'Base rates are per scope; bursts, the overall limit and the quota are per application and scope.',
      'per-application': 'Every limit is per application.',
    },
    section: 'Limits, interface C',
  },
  'limits.burst': {
    class: 'behaviour',
    question: 'What is a burst of concurrent requests per second?',
    means: {
      'in-flight': 'At most so many requests under way at once.',
      'token-bucket': 'A bucket of so many tokens, refilled at the base rate.',
    },
    section: 'Limits, interface C',
  },
  'limits.errorRow': {
    class: 'behaviour',
    question: 'Which of the three rows with 429 answers which limit?',
    means: {
      'by-limit': 'Base rate: THROTTLED. Overall and burst: TOO_MANY_REQUESTS. Day: QUOTA_EXCEEDED.',
      'one-row': 'TOO_MANY_REQUESTS for all of them.',
    },
    section: 'Errors, interface C',
  },
  'limits.quotaReset': {
    class: 'behaviour',
    question: 'When does a day of the quota end?',
    means: {
      rolling: 'Each request is forgotten after 24 hours.',
      'midnight-utc': 'All are forgotten at midnight UTC.',
    },
    section: 'Limits, interface C',
  },
  'limits.retryAfter': {
    class: 'behaviour',
    question: 'Does a 429 say when to come back?',
    means: {
      none: 'It does not.',
      seconds: 'Retry-After gives whole seconds.',
      'http-date': 'Retry-After gives a date.',
    },
    section: 'Errors, interface C',
  },
} as const satisfies Record<string, WrittenAssumption>;
