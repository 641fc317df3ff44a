import { describe, expect, test } from 'vitest';
import type { Assumptions } from '../../src/spec/assumptions.ts';
import { limits } from '../../src/spec/limits.ts';
import { type Answer, hosts, nobodysId, rows, showRefusal, type Story, tell } from './world.ts';

const refusals: Readonly<Record<string, string>> = {
  rate: '429 THROTTLED TOO_MANY_REQUESTS Requests rate limit exceeded',
  many: '429 TOO_MANY_REQUESTS TOO_MANY_REQUESTS Requests rate limit exceeded',
  quota: '429 TOO_MANY_REQUESTS QUOTA_EXCEEDED Daily quota exceeded',
};

/** Which limit refused, or `admitted` for every answer that came from further on. */
const verdict = (answer: Answer): string => {
  const shown = showRefusal(answer);
  const [limit = 'admitted'] = Object.keys(refusals).filter((name) => refusals[name] === shown);
  return answer.status === 429 || limit !== 'admitted' ? limit : 'admitted';
};

/** A story with a small quota, so that it can be used up at once. */
const small = (assumptions: Partial<Assumptions> = {}): Story =>
  tell({ 'token.lifetime': '2d', ...assumptions }, { limits: { listDaily: { ...limits.listDaily, value: 3 } } });

interface Who {
  readonly customer?: string;
  readonly scope?: string;
  readonly application?: string;
  readonly region?: keyof typeof hosts.regions;
}

/** One request by whomever; each is logged in anew, which costs nothing. */
const ask = (
  story: Story,
  operation: string,
  { customer = 'ann', scope = 'orders', application = 'app', region = 'eu-west-1' }: Who = {},
): Answer => {
  const { token } = story.login(customer, scope, application);
  const headers = { authorization: `Bearer ${token}` };
  const base = `${hosts.regions[region]}/${scope}/data-queries`;
  return operation === 'create'
    ? story.ask(base, { method: 'POST', headers })
    : story.ask(`${base}/${nobodysId}/records`, { headers });
};

const many = (times: number, act: (index: number) => Answer): string[] =>
  Array.from({ length: times }, (_, index) => verdict(act(index)));

/** Fills one limit and no other. */
const fill: Readonly<Record<string, (story: Story) => void>> = {
  'create rate': (story) => void many(5, () => ask(story, 'create')),
  'list rate': (story) => void many(10, () => ask(story, 'list')),
  overall: (story) => {
    for (let asked = 0; asked < 20; asked++) {
      ask(story, 'create');
      story.wait('1s');
    }
  },
  quota: (story) => void many(3, () => ask(story, 'list')),
};

const others: Readonly<Record<string, Who>> = {
  same: {},
  'another customer': { customer: 'bob' },
  'another region': { region: 'us-west-2' },
  'another application': { application: 'other' },
  'another scope': { scope: 'profile' },
};

describe('who shares a limit', () => {
  test.each(
    rows(`
      full         asks    by                   as-stated  per-application
      create rate  create  same                 rate       rate
      create rate  create  another customer     rate       rate
      create rate  create  another region       rate       rate
      create rate  create  another application  rate       admitted
      create rate  create  another scope        admitted   rate
      create rate  list    same                 admitted   admitted
      list rate    list    same                 rate       rate
      list rate    list    another customer     rate       rate
      list rate    list    another region       rate       rate
      list rate    list    another application  rate       admitted
      list rate    list    another scope        admitted   rate
      list rate    create  same                 admitted   admitted
      overall      create  same                 many       many
      overall      create  another customer     many       many
      overall      create  another region       many       many
      overall      create  another application  admitted   admitted
      overall      create  another scope        admitted   many
      overall      list    same                 admitted   admitted
      quota        list    same                 quota      quota
      quota        list    another customer     quota      quota
      quota        list    another region       quota      quota
      quota        list    another application  admitted   admitted
      quota        list    another scope        admitted   quota
      quota        create  same                 admitted   admitted
    `),
  )('$full full; $asks by $by: $as-stated or, per application, $per-application', (row) => {
    for (const who of ['as-stated', 'per-application'] as const) {
      const story = (row['full'] === 'quota' ? small : tell)({ 'limits.who': who });
      fill[row['full'] ?? '']?.(story);

      expect(verdict(ask(story, row['asks'] ?? '', others[row['by'] ?? ''])), who).toBe(row[who]);
    }
  });
});

describe('rates', () => {
  test('5 creates a second per scope id: the 6th is throttled, and a second after the first there is room for one', () => {
    const story = tell();
    const asked = many(6, () => {
      const answer = ask(story, 'create');
      story.wait('100ms');
      return answer;
    });

    expect(asked).toEqual([...Array(5).fill('admitted'), 'rate']);
    story.wait('400ms');
    expect(many(2, () => ask(story, 'create'))).toEqual(['admitted', 'rate']);
    story.wait('100ms');
    expect(many(2, () => ask(story, 'create'))).toEqual(['admitted', 'rate']);
  });

  test('10 lists a second: the 11th is throttled', () => {
    const story = tell();

    expect(many(11, () => ask(story, 'list'))).toEqual([...Array(10).fill('admitted'), 'rate']);
    story.wait('1s');
    expect(many(11, () => ask(story, 'list'))).toEqual([...Array(10).fill('admitted'), 'rate']);
  });

  test('no more than 20 creates in a 20-minute interval: room comes back one by one', () => {
    const story = tell();
    const started = story.now;
    fill['overall']?.(story);

    expect(verdict(ask(story, 'create'))).toBe('many');
    story.now = started + 20 * 60_000 - 1;
    expect(verdict(ask(story, 'create'))).toBe('many');
    story.now += 1;
    expect(many(2, () => ask(story, 'create'))).toEqual(['admitted', 'many']);
    story.now += 1000;
    expect(many(2, () => ask(story, 'create'))).toEqual(['admitted', 'many']);
  });

  test.each([
    ['rate', 5, '19m59.999s', '0s', '1ms'],
    ['many', 20, '19m40s', '1s', '1s'],
  ] as const)(
    'limits.window fixed: %s, %d from %s on, is over when its stretch is',
    (limit, times, lead, gap, last) => {
      const story = tell({ 'limits.window': 'fixed' });
      story.wait(lead);
      for (let asked = 1; asked <= times; asked++) {
        ask(story, 'create');
        if (asked < times) story.wait(gap);
      }

      expect(verdict(ask(story, 'create'))).toBe(limit);
      story.wait(last);
      expect(verdict(ask(story, 'create'))).toBe('admitted');
    },
  );

  test('of several limits that are full, the base rate answers first, then the burst, then the others', () => {
    const story = tell();
    const { token } = story.login();
    const create = (exchange: number): Answer =>
      story.create(token, 'orders', hosts.regions['eu-west-1'], '', { exchange });
    for (let asked = 0; asked < 15; asked++) {
      ask(story, 'create');
      story.wait('1s');
    }

    expect(many(6, create)).toEqual([...Array(5).fill('admitted'), 'rate']);
    story.wait('1s');
    expect(verdict(create(9))).toBe('many');
    expect(create(9).usage).toEqual({ createRate: 0, createBurst: 5, createOverall: 20 });
  });

  test('what an answer says about the limits: how full they were with this request', () => {
    const story = tell();
    ask(story, 'create');
    story.wait('1s');
    const { token } = story.login();

    const create = story.create(token, 'orders', hosts.regions['eu-west-1'], '', { exchange: 1 });
    const list = story.list(token, nobodysId, '', 'orders', { exchange: 2 });

    expect(create.usage).toEqual({ createRate: 1, createBurst: 1, createOverall: 2 });
    expect(list.usage).toEqual({ listRate: 1, listBurst: 1, listDaily: 1 });
    expect(story.create('unknown').usage).toBeUndefined();
  });
});

describe('the daily quota', () => {
  test.each([
    ['rolling', '0s', '23h59m59.999s', '1ms'],
    ['midnight-utc', '23h59m59s', '999ms', '1ms'],
    ['midnight-utc', '1d', '23h59m59.999s', '1ms'],
  ] as const)('limits.quotaReset %s: used up after %s, it lasts %s and %s more ends it', (choice, lead, wait, last) => {
    const story = small({ 'limits.quotaReset': choice });
    story.wait(lead);
    fill['quota']?.(story);
    story.wait(wait);

    expect(verdict(ask(story, 'list'))).toBe('quota');
    story.wait(last);
    expect(many(4, () => ask(story, 'list'))).toEqual([...Array(3).fill('admitted'), 'quota']);
  });
});
