import { describe, expect, test } from 'vitest';
import {
  type ClientEnv,
  type RunScenarioOptions,
  runScenario,
  scenario,
  type Scenario,
  simulate,
} from '../../src/index.ts';

/** Clients that fulfil without all of the data, each in a way of its own, and one that says so. */

interface Way {
  /** Whether a customer, or a page, is left out without being asked for. */
  readonly customers?: (all: ClientEnv['customers']) => ClientEnv['customers'];
  readonly mostPages?: number;
  /** Pages after the first are asked for in another size, with the token of the first. */
  readonly sizes?: readonly [first: string, following: string];
  readonly mostQueries?: number;
  readonly skipsFiles?: boolean;
  readonly result?: (records: number, failed: readonly string[]) => unknown;
}

interface Reply {
  readonly id?: string;
  readonly records?: readonly { readonly file: string; readonly schema: string }[];
  readonly nextPageToken?: string | null;
}

const importLoosely =
  ({ customers = (all) => all, result = (records) => ({ records }), ...way }: Way) =>
  async (env: ClientEnv): Promise<unknown> => {
    const heard = new Map<string, (status: string) => void>();
    env.onNotification(async (request) => {
      const { Message } = (await request.json()) as { readonly Message: string };
      const { id, status } = JSON.parse(Message) as { readonly id: string; readonly status: string };
      heard.get(id)?.(status);
      return new Response(null, { status: 204 });
    });
    let records = 0;
    const failed: string[] = [];
    for (const customer of customers(env.customers)) {
      const count = await importOne(env, customer, way, heard).catch(() => undefined);
      if (count === undefined) failed.push(customer.id);
      records += count ?? 0;
    }
    return result(records, failed);
  };

const importOne = async (
  env: ClientEnv,
  { scope, accessToken }: ClientEnv['customer'],
  way: Way,
  heard: Map<string, (status: string) => void>,
): Promise<number> => {
  const { mostPages = 99, sizes: [first, following] = ['2', '2'], mostQueries = 1, skipsFiles = false } = way;
  const call = async (method: string, path: string): Promise<Reply> => {
    const url = `${env.regions['eu-west-1']}/${scope}/data-queries${path}`;
    const response = await fetch(url, { method, headers: { authorization: `Bearer ${accessToken}` } });
    if (!response.ok) throw new Error(String(response.status));
    return (await response.json()) as Reply;
  };
  const take = async (url: string): Promise<void> => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(String(response.status));
  };
  const read = async (id: string): Promise<number> => {
    let records = 0;
    let token = '';
    for (let pages = 0; pages < mostPages; pages++) {
      const next = token === '' ? '' : `&nextPageToken=${encodeURIComponent(token)}`;
      const page = await call('GET', `/${id}/records?maxResults=${pages === 0 ? first : following}${next}`);
      for (const { file, schema } of page.records ?? []) {
        if (!skipsFiles) await take(file);
        await take(schema);
        records += 1;
      }
      token = page.nextPageToken ?? '';
      if (token === '') break;
    }
    return records;
  };
  for (let queries = 1; ; queries++) {
    const { id = '' } = await call('POST', '');
    if ((await new Promise((done) => heard.set(id, done))) === 'CANCELED') return 0;
    try {
      return await read(id);
    } catch (error) {
      if (queries === mostQueries) throw error;
    }
  }
};

const two = (name: string) =>
  scenario(name).customers([
    { id: 'ann', scope: 'orders', records: 4, collects: '10m' },
    { id: 'ben', scope: 'orders', records: 3, collects: '10m' },
  ]);

const plain = two('nothing goes wrong').build();
const canceled = two('a query is canceled').at('15m').revokeConsent({ customer: 'ben' }).build();
const pageFails = two('a page cannot be had').on('listDataQueryRecords', { nth: 2 }).fail(503).build();
const fileFails = two('a file cannot be had').on('downloadFile').fail(503, { times: 9 }).build();
const createFails = two('a create is refused').on('createDataQuery', { nth: 2 }).fail('appNotAllowlisted').build();
const scopes = scenario('two scopes of one customer')
  .customers([
    { id: 'ann', scope: 'orders', records: 4, collects: '10m' },
    { id: 'ann', scope: 'reviews', records: 3, collects: '10m' },
  ])
  .build();
const twoHours = two('two hours are missed')
  .on('notification')
  .elapse('61m')
  .on('notification', { nth: 2 })
  .elapse('61m')
  .build();

const judge = async (told: Scenario, way: Way, options: RunScenarioOptions = {}): Promise<string> => {
  const { judgements } = await runScenario(told, importLoosely(way), { transport: 'fetch', ...options });
  const verdict = judgements.find(({ rule }) => rule.id === 'C17');
  return verdict?.verdict === 'broken' ? verdict.evidence.map(({ text }) => text).join('\n') : (verdict?.verdict ?? '');
};

const counting: Way['result'] = (records) => ({ records });
const saying: Way['result'] = (records, failed) => ({ records, failed });

test.each<readonly [string, Scenario, Way, RegExp]>([
  ['after a cancellation', canceled, {}, /^orders of ben did not arrive: query \S+ was canceled; nothing in what/],
  [
    'after a page that could not be had',
    pageFails,
    {},
    /^orders of ann did not arrive: query \S+ was refused for good \(#\d+: \d{3}[^)]*\); nothing/,
  ],
  [
    'after files that could not be had',
    fileFails,
    {},
    /^orders of ann did not arrive: query \S+ was not listed to its/,
  ],
  [
    'after a second missed hour',
    twoHours,
    { mostQueries: 2 },
    /^orders of ann did not arrive: query \S+ was not listed/,
  ],
  ['behind a cap on pages', plain, { mostPages: 1 }, /^orders of ann did not arrive: query \S+ was not listed to its/],
  [
    'for a customer never asked for',
    plain,
    { customers: (all) => all.slice(0, 1) },
    /^orders of ben .*: no query was created/,
  ],
  [
    'for a scope never asked for',
    scopes,
    { customers: (all) => all.slice(0, 1) },
    /^reviews of ann .*: no query was created/,
  ],
  ['for a refused create', createFails, {}, /^orders of ben did not arrive: no query was created for it/],
  [
    'without files',
    plain,
    { skipsFiles: true },
    /^orders of ann did not arrive: \S+ and 3 more were never downloaded whole/,
  ],
  [
    'with all records counted twice',
    plain,
    { result: (records) => ({ records: records * 2 }) },
    /returned 14 records, and there are 7/,
  ],
  [
    'with one record too few',
    plain,
    { result: (records) => ({ records: Array.from({ length: records - 1 }) }) },
    /returned 6 records, and there are 7/,
  ],
  ['without a word', canceled, { result: () => undefined }, /; the client returned nothing that would say so$/],
  [
    'with counts alone',
    canceled,
    {
      result: () => [
        { customer: 'ann', records: 4 },
        { customer: 'ben', records: 0 },
      ],
    },
    /^orders of ben /,
  ],
  [
    'with the records themselves, one of an order that was canceled',
    canceled,
    { result: () => [{ recordId: '0', customerId: 'ann', scope: 'orders', position: 0, status: 'canceled' }] },
    /^orders of ben /,
  ],
  [
    'with counts alone, where two are missing',
    fileFails,
    {
      result: () => [
        { customer: 'ann', scope: 'orders', records: 4 },
        { customer: 'ben', scope: 'orders', records: 3 },
      ],
    },
    /^orders of ann .*; nothing in what .*\norders of ben .*; nothing in what /,
  ],
])('a client that fulfils %s is found', async (_name, told, way, text) => {
  expect(await judge(told, { result: counting, ...way })).toMatch(text);
});

const rows = (...all: readonly (readonly [customer: string, records: number, scope?: string])[]): Way => ({
  result: () => all.map(([customer, records, scope]) => ({ customer, records, ...(scope !== undefined && { scope }) })),
});
const byName = (ann: number, ben: number): Way => ({
  result: () => ({ ann: { records: ann }, ben: { records: ben } }),
});

test.each<readonly [string, Scenario, Way, RegExp]>([
  [
    'of one customer as those of another',
    plain,
    rows(['ben', 4], ['ann', 3]),
    /returned 4 records of ben, .* 3\n.*ann/,
  ],
  ['the same, by name', plain, byName(3, 4), /returned 3 records of ann, and there are 4/],
  [
    'of one scope as those of another',
    scopes,
    rows(['ann', 3, 'orders'], ['ann', 4, 'reviews']),
    /returned 3 records of ann \(orders\), and there are 4/,
  ],
])('a client that tells the records %s is found, though the sum is right', async (_name, told, way, text) => {
  expect(await judge(told, way)).toMatch(text);
});

test.each<readonly [string, Scenario, Way]>([
  ['nothing went wrong', plain, {}],
  ['each customer has its records', plain, rows(['ben', 3], ['ann', 4])],
  ['each has them by name', plain, byName(4, 3)],
  ['each scope has its records', scopes, rows(['ann', 4, 'orders'], ['ann', 3, 'reviews'])],
  ['two scopes of a customer are told together', scopes, rows(['ann', 7])],
  ['a row names two customers', plain, { result: () => ({ records: 7, of: { first: 'ann', last: 'ben' } }) }],
  ['it says which customer failed', pageFails, { result: saying }],
  [
    'it says so in words',
    createFails,
    { result: (records, failed) => ({ records, note: `without ${failed.join()}` }) },
  ],
])('nobody is accused where %s', async (_name, told, way) => {
  expect(await judge(told, way)).toBe('held');
});

test('who returns nothing by design is not asked what it says', async () => {
  const result = (): void => undefined;
  expect(await judge(canceled, { result }, { returns: 'nothing' })).toBe('inconclusive');
  expect(await judge(plain, { result }, { returns: 'nothing' })).toBe('held');
  expect(await judge(plain, { result, mostPages: 1 }, { returns: 'nothing' })).toMatch(/not listed to its last page/);
});

test('what cannot be compared is said and not judged', async () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const { judgements } = await runScenario(canceled, importLoosely({ result: () => circle }), { transport: 'fetch' });
  expect(judgements.find(({ rule }) => rule.id === 'C17')).toMatchObject({
    verdict: 'inconclusive',
    why: 'what the client returned cannot be compared: self is circular',
  });
});

describe('in a simulation whose customers are imported run by run', () => {
  const importAnn = async (way: Way): Promise<string | undefined> => {
    await using sim = await simulate({
      transport: 'fetch',
      customers: [
        { id: 'ann', records: 4, collects: '10m' },
        { id: 'ben', records: 3, collects: '10m' },
      ],
    });
    const onlyAnn = importLoosely({ customers: (all) => all.filter(({ id }) => id === 'ann'), ...way });
    await sim.run(() => onlyAnn(sim.env));
    return sim.judge().find(({ rule }) => rule.id === 'C17')?.verdict;
  };

  test('nobody is accused of those that no run has asked for yet, and it is not said that all arrived', async () => {
    expect(await importAnn({})).toBe('inconclusive');
  });

  test('what a run says of those that it asked for is compared all the same', async () => {
    expect(await importAnn({ result: (records) => ({ records: records - 1 }) })).toBe('broken');
  });

  test('what is missing of those that one asked for is found', async () => {
    expect(await importAnn({ mostPages: 1 })).toBe('broken');
  });
});

test('a test that looks itself at a refused mail is not asked what it says', async () => {
  await using sim = await simulate({ transport: 'fetch' });
  await sim.run(async () => {
    expect((await fetch(sim.env.emailUrl, { method: 'POST' })).status).toBe(400);
  });

  expect(sim.judge().find(({ rule }) => rule.id === 'C17')?.verdict).toBe('inconclusive');
});
