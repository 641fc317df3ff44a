import { limits } from '../../../src/spec/limits.ts';
import { hosts, nobodysId, type Story, tell } from '../world.ts';
import { type Choice, type Points, row } from './point.ts';

/** Points of rates, bursts and quotas. */

/** The same create again and again; what the last one gets. */
const createTimes = (story: Story, token: string, times: number): string => {
  const answers = Array.from({ length: times }, () => row(story.create(token)));
  return answers.at(-1) ?? 'none';
};

/** Five creates fill their second; what one more gets after each of some waits. */
const afterFive = (choice: Choice, lead: string, ...waits: readonly string[]): string[] => {
  const story = tell(choice);
  const { token } = story.login();
  story.wait(lead);
  createTimes(story, token, 5);
  return waits.map((wait) => {
    story.wait(wait);
    return row(story.create(token));
  });
};

const retryAfter = (choice: Choice): string | undefined => {
  const story = tell(choice);
  const { token } = story.login();
  story.wait('250ms');
  createTimes(story, token, 5);
  return story.create(token).headers['retry-after'];
};

/** Five requests whose answers have not arrived, and one more; a second between each, so that no rate is near. */
const sixthUnderWay = (choice: Choice): string => {
  const story = tell(choice);
  const { token } = story.login();
  const ask = (exchange: number): string => {
    story.wait('1s');
    return row(story.create(token, 'orders', hosts.regions['eu-west-1'], '', { exchange }));
  };
  return [1, 2, 3, 4, 5, 6].map(ask).at(-1) ?? 'none';
};

/** Five requests at the end of a stretch, and one in the next: the rate admits it, a bucket has hardly been refilled. */
const acrossStretches = (choice: Choice): string =>
  afterFive({ 'limits.window': 'fixed', ...choice }, '999ms', '1ms')[0] ?? 'none';

const overQuota = (choice: Choice, lead: string, wait: string): string => {
  const story = tell(choice, { limits: { listDaily: { ...limits.listDaily, value: 2 } } });
  story.wait(lead);
  const { token } = story.login();
  for (const _ of [1, 2]) story.list(token, nobodysId);
  story.wait(wait);
  return row(story.list(story.login().token, nobodysId));
};

const overall = (choice: Choice): string => {
  const story = tell(choice);
  const { token } = story.login();
  const answers = Array.from({ length: 21 }, () => {
    story.wait('1s');
    return row(story.create(token));
  });
  return answers.at(-1) ?? 'none';
};

export const limitPoints = {
  'auth.order': {
    show: (choice) => {
      const story = tell(choice);
      createTimes(story, story.login().token, 5);
      return row(story.create('unknown'));
    },
    outcomes: [
      ['authorization-first', 'tokenInvalid'],
      ['limits-first', 'scopeThrottled'],
    ],
  },
  'limits.window': {
    show: (choice) => afterFive(choice, '500ms', '499ms', '1ms', '500ms'),
    outcomes: [
      ['sliding', ['scopeThrottled', 'scopeThrottled', '201']],
      ['fixed', ['scopeThrottled', '201', '201']],
    ],
  },
  'limits.boundary': {
    show: (choice) => afterFive(choice, '0s', '1s', '1ms'),
    outcomes: [
      ['forgotten', ['201', '201']],
      ['counted', ['scopeThrottled', '201']],
    ],
  },
  'limits.throttledCounts': {
    show: (choice) => afterFive(choice, '0s', '500ms', '0s', '0s', '0s', '0s', '500ms').at(-1),
    outcomes: [
      ['not-counted', '201'],
      ['counted', 'scopeThrottled'],
    ],
  },
  'limits.cachedCounts': {
    show: (choice) => {
      const story = tell(choice);
      return createTimes(story, story.login().token, 6);
    },
    outcomes: [
      ['counted', 'scopeThrottled'],
      ['not-counted', '201'],
    ],
  },
  'limits.who': {
    show: (choice) => {
      const story = tell(choice);
      createTimes(story, story.login().token, 5);
      const profile = story.login('ann', 'profile').token;
      return [row(story.create(story.login('bob', 'orders', 'other').token)), row(story.create(profile, 'profile'))];
    },
    outcomes: [
      ['as-stated', ['scopeThrottled', '201']],
      ['per-application', ['201', 'scopeThrottled']],
    ],
  },
  'limits.burst': {
    show: (choice) => [sixthUnderWay(choice), acrossStretches(choice)],
    outcomes: [
      ['in-flight', ['tooManyRequests', '201']],
      ['token-bucket', ['201', 'tooManyRequests']],
    ],
  },
  'limits.errorRow': {
    show: (choice) => [
      afterFive(choice, '0s', '0s')[0],
      overall(choice),
      sixthUnderWay(choice),
      overQuota(choice, '0s', '0s'),
    ],
    outcomes: [
      ['by-limit', ['scopeThrottled', 'tooManyRequests', 'tooManyRequests', 'quotaExceeded']],
      ['one-row', ['tooManyRequests', 'tooManyRequests', 'tooManyRequests', 'tooManyRequests']],
    ],
  },
  'limits.quotaReset': {
    show: (choice) => [
      overQuota(choice, '23h', '59m59.999s'),
      overQuota(choice, '23h', '1h'),
      overQuota(choice, '23h', '23h59m59.999s'),
      overQuota(choice, '23h', '1d'),
    ],
    outcomes: [
      ['rolling', ['quotaExceeded', 'quotaExceeded', 'quotaExceeded', 'queryIdNotFound']],
      ['midnight-utc', ['quotaExceeded', 'queryIdNotFound', 'queryIdNotFound', 'queryIdNotFound']],
    ],
  },
  'limits.retryAfter': {
    show: retryAfter,
    outcomes: [
      ['none', undefined],
      ['seconds', '1'],
      ['http-date', 'Thu, 01 Jan 2026 00:00:02 GMT'],
    ],
  },
} as const satisfies Points;
