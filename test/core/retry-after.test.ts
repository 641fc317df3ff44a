import { describe, expect, test } from 'vitest';
import type { Assumptions } from '../../src/spec/assumptions.ts';
import { limits } from '../../src/spec/limits.ts';
import { type Answer, hosts, nobodysId, start, type Story, tell } from './world.ts';

const creates = (story: Story, times: number, gap: string): (() => Answer) => {
  const { token } = story.login();
  for (let asked = 0; asked < times; asked++) {
    story.create(token);
    story.wait(gap);
  }
  return () => story.create(story.login().token);
};

const lists = (story: Story, times: number, gap: string): (() => Answer) => {
  const { token } = story.login();
  for (let asked = 0; asked < times; asked++) {
    story.list(token, nobodysId);
    story.wait(gap);
  }
  return () => story.list(story.login().token, nobodysId);
};

interface Situation {
  readonly what: string;
  readonly choice?: Partial<Assumptions>;
  /** Fills a limit, and gives what then is refused. */
  readonly fill: (story: Story) => () => Answer;
  /** Milliseconds from the refusal until there is room again. */
  readonly wait: number;
  readonly seconds: string;
}

/** A day of three lists. */
const setup = { limits: { listDaily: { ...limits.listDaily, value: 3 } } };
const second = 1000;

const situations: readonly Situation[] = [
  { what: 'five creates in this instant', fill: (story) => creates(story, 5, '0s'), wait: second, seconds: '1' },
  {
    what: 'the same, when they count at the end of the second',
    choice: { 'limits.boundary': 'counted' },
    fill: (story) => creates(story, 5, '0s'),
    wait: 1001,
    seconds: '2',
  },
  { what: 'five creates, the first 500 ms ago', fill: (story) => creates(story, 5, '100ms'), wait: 500, seconds: '1' },
  {
    what: 'five creates late in a fixed second',
    choice: { 'limits.window': 'fixed' },
    fill: (story) => {
      story.wait('900ms');
      return creates(story, 5, '0s');
    },
    wait: 100,
    seconds: '1',
  },
  { what: '20 creates, 20 seconds', fill: (story) => creates(story, 20, '1s'), wait: 1180 * second, seconds: '1180' },
  {
    what: '20 creates, 20 seconds, where this refusal counts as well',
    choice: { 'limits.throttledCounts': 'counted' },
    fill: (story) => creates(story, 20, '1s'),
    wait: 1181 * second,
    seconds: '1181',
  },
  {
    what: '20 creates, 20.02 seconds',
    fill: (story) => creates(story, 20, '1.001s'),
    wait: 1200 * second - 20_020,
    seconds: '1180',
  },
  {
    what: '20 creates in a fixed stretch of 20 minutes, of which 11 are over',
    choice: { 'limits.window': 'fixed' },
    fill: (story) => {
      story.wait('10m40s');
      return creates(story, 20, '1s');
    },
    wait: 540 * second,
    seconds: '540',
  },
  { what: 'a day of lists, now', fill: (story) => lists(story, 3, '0s'), wait: 86_400 * second, seconds: '86400' },
  {
    what: 'a day of lists, which midnight ends, at one in the morning',
    choice: { 'limits.quotaReset': 'midnight-utc' },
    fill: (story) => {
      story.wait('1h');
      return lists(story, 3, '0s');
    },
    wait: 82_800 * second,
    seconds: '82800',
  },
];

const refuse = (how: 'seconds' | 'http-date', { choice, fill }: Situation) => {
  const story = tell({ 'token.lifetime': '2d', 'limits.retryAfter': how, ...choice }, setup);
  const again = fill(story);
  return { story, again, refused: again() };
};

describe.each(situations)('limits.retryAfter: $what', (situation) => {
  test('whole seconds, rounded up, and no fewer than it takes', () => {
    const [early, late] = [refuse('seconds', situation), refuse('seconds', situation)];

    expect([late.refused.status, late.refused.headers['retry-after']]).toEqual([429, situation.seconds]);
    expect(late.refused.leaned).toContain('limits.retryAfter');
    early.story.now += situation.wait - 1;
    late.story.now += situation.wait;
    expect(early.again().status).toBe(429);
    expect(late.again().status).not.toBe(429);
  });

  test('a date, the next whole second', () => {
    const { story, refused } = refuse('http-date', situation);

    const at = Math.ceil((story.now + situation.wait) / second) * second;

    expect(refused.headers['retry-after']).toBe(new Date(at).toUTCString());
    expect(refused.headers['content-type']).toBe('application/json');
  });

  test('no word of it', () => {
    const story = tell({ 'token.lifetime': '2d', ...situation.choice }, setup);

    expect(situation.fill(story)().headers).toEqual({ 'content-type': 'application/json' });
  });
});

describe('where nobody can tell how long it takes, a second', () => {
  const underWay = (story: Story): Answer => {
    const { token } = story.login();
    const eu = hosts.regions['eu-west-1'];
    const answers = [1, 2, 3, 4, 5, 6].map((exchange) => {
      story.wait('1s');
      return story.create(token, 'orders', eu, '', { exchange });
    });
    return answers[5] ?? story.create('none');
  };

  const injected = (story: Story): Answer => {
    story.wait('6s');
    story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'row', row: 'scopeThrottled' }, times: 1 });
    return story.create('x');
  };

  const injectedStatus = (story: Story): Answer => {
    story.wait('6s');
    story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status: 429 }, times: 1 });
    return story.create('x');
  };

  const down = (story: Story): Answer => {
    story.wait('6s');
    story.act({ do: 'regionDown', region: 'eu-west-1', failure: { kind: 'row', row: 'quotaExceeded' } });
    return story.create('x');
  };

  test.each([
    ['a burst under way', underWay],
    ['an injected row', injected],
    ['an injected status', injectedStatus],
    ['a region that is down', down],
  ] as const)('%s', (_, ask) => {
    const seconds = ask(tell({ 'limits.retryAfter': 'seconds' }));
    const date = ask(tell({ 'limits.retryAfter': 'http-date' }));

    expect([seconds.status, seconds.headers['retry-after']]).toEqual([429, '1']);
    expect(date.headers['retry-after']).toBe(new Date(start + 7 * second).toUTCString());
  });
});

describe('limits.burst token-bucket', () => {
  const acrossSeconds = (story: Story): (() => Answer) => {
    story.wait('999ms');
    const again = creates(story, 5, '0s');
    story.wait('1ms');
    return again;
  };

  test.each([
    ['listDataQueryRecords', (story: Story) => lists(story, 5, '0s'), 100, 'Thu, 01 Jan 2026 00:00:01 GMT'],
    ['createDataQuery', acrossSeconds, 199, 'Thu, 01 Jan 2026 00:00:02 GMT'],
  ] as const)('%s: until the bucket holds a token again', (_, fill, wait, date) => {
    const choice = { 'limits.burst': 'token-bucket', 'limits.window': 'fixed' } as const;
    const story = tell({ ...choice, 'limits.retryAfter': 'http-date' });
    const again = fill(story);

    const refused = again();

    expect([refused.row, refused.headers['retry-after']]).toEqual(['tooManyRequests', date]);
    story.now += wait - 1;
    expect(again().status).toBe(429);
    story.now += 1;
    expect(again().status).not.toBe(429);
  });
});
