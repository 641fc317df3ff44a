import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createTrace } from '../../src/trace/trace.ts';
import { simulate } from '../../src/index.ts';
import { tell, tellLater, withSecrets } from '../../src/trace/told.ts';

const circle = (): unknown => {
  const one: Record<string, unknown> = { records: 3 };
  one['self'] = one;
  return one;
};
const failed = (message: string, fields: object): Error => Object.assign(new Error(message), fields);

test.each<readonly [string, unknown, unknown]>([
  ['a number of records', { records: 3, failed: ['anna'] }, { value: { records: 3, failed: ['anna'] } }],
  ['nothing', undefined, {}],
  ['null', null, { value: null }],
  ['fields without a value, and functions', { a: undefined, close: () => 0, b: 1n }, { value: { b: 1 } }],
  ['a map', new Map([['anna', { records: 2 }]]), { value: { anna: { records: 2 } } }],
  ['a set', new Set(['anna']), { value: ['anna'] }],
  ['a date', new Date(0), { value: '1970-01-01T00:00:00.000Z' }],
  ['bytes', { file: new Uint8Array(3) }, { value: { file: '<3 bytes>' } }],
  [
    'what is twice in it',
    ((twin) => ({ a: twin, b: twin }))({ records: 1 }),
    { value: { a: { records: 1 }, b: { records: 1 } } },
  ],
  ['a circle', circle(), { value: { records: 3 }, unread: 'self is circular' }],
  ['a function', () => 3, { unread: 'it is a function' }],
  ['a stream', Readable.from([]), { unread: 'it is a stream' }],
  ['a stream inside', { records: new ReadableStream() }, { value: {}, unread: 'records is a stream' }],
  ['a response', { last: new Response('') }, { value: {}, unread: 'last is a Response' }],
  [
    'what throws when it is read',
    {
      get records() {
        throw new Error('no');
      },
    },
    { unread: 'it is not to be read' },
  ],
  ['names that no file may have', JSON.parse('{"__proto__":1,"constructor":2,"a":3}'), { value: { a: 3 } }],
  [
    'a settled promise',
    [{ status: 'rejected', reason: new Error('403') }],
    { value: [{ status: 'rejected', reason: { message: '403' } }] },
  ],
  [
    'an error with a cause',
    new Error('import failed', { cause: failed('read', { code: 'ECONNRESET' }) }),
    { value: { message: 'import failed', cause: { message: 'read', code: 'ECONNRESET' } } },
  ],
  [
    'what a signal gives for a reason, on every Node',
    new Error('lost', { cause: new DOMException('too late', 'TimeoutError') }),
    { value: { message: 'lost', cause: { name: 'TimeoutError', message: 'too late' } } },
  ],
  [
    'several errors',
    new AggregateError([new Error('403')], 'all'),
    { value: { name: 'AggregateError', message: 'all', errors: [{ message: '403' }] } },
  ],
  [
    'an error of a library',
    failed('Request failed', {
      code: 'ERR',
      config: { headers: {} },
      request: {},
      response: { status: 403, data: { type: 'ACCESS_DENIED' }, config: {} },
    }),
    { value: { message: 'Request failed', code: 'ERR', response: [403, { type: 'ACCESS_DENIED' }] } },
  ],
])('the end of a client tells %s', (_name, given, told) => {
  expect(tell(given)).toEqual(told);
});

test('a list of many records is cut and can still be counted, and what is unlike the others stays', () => {
  const records = Array.from({ length: 5000 }, (_, index) => (index === 4000 ? { error: '403' } : { id: index }));
  expect(tell({ records })).toEqual({ value: { records: [{ id: 0 }, { id: 1 }, { error: '403' }, { '…': 4997 }] } });
});

test('what is longer than 10,000 characters is not told, and that is said; a long text is cut', () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`record-${index}`, index]));
  expect(tell(many)).toEqual({ unread: 'it is longer than 10000 characters' });
  expect(tell('a'.repeat(5000))).toEqual({ value: `${'a'.repeat(200)}…` });
});

test('a secret that a client returns, or throws, does not leave a trace in the clear', () => {
  const trace = createTrace();
  const headers = { authorization: 'Bearer token-of-anna' };
  const request = { method: 'GET', url: 'https://c.test/', headers, body: '' };
  trace.record({ at: 0, kind: 'request', exchange: 1, operation: 'unknown', request });
  trace.record({
    at: 1,
    kind: 'ended',
    outcome: 'rejected',
    error: 'no token-of-anna',
    told: tell({ now: ['token-of-anna'] }),
  });
  expect(trace.entries.at(-1)).toMatchObject({ error: 'no <token 1>', told: { value: { now: ['<token 1>'] } } });
  expect(trace.toJSONL()).not.toContain('token-of-anna');
});

const hiding = (): { readonly asked: string[]; readonly hide: (text: string) => string } => {
  const asked: string[] = [];
  return { asked, hide: (text) => (asked.push(text), text.replaceAll('token-of-anna', '<token 1>')) };
};

test('what is told later is looked through when it is read, as it was when it was told, and says the same', () => {
  const { asked, hide } = hiding();
  const given = {
    by: 'token-of-anna',
    records: [{ customer: 'anna' }, { customer: 'ben' }],
    failed: ['token-of-anna'],
  };
  const said = tell(given, hide);
  asked.length = 0;

  const told = tellLater(given, hide);
  given.by = 'somebody';
  expect(asked).toEqual([]);
  expect({ ...told }).toEqual(said);
  expect(told.value).toMatchObject({ by: '<token 1>', failed: ['<token 1>'] });
  expect(asked).toEqual(['token-of-anna', 'anna', 'ben', 'token-of-anna']);
});

test.each([
  ['a text that has to be cut', { page: `${'a'.repeat(195)}token-of-anna` }],
  [
    'much',
    Array.from({ length: 18 }, () => Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`field-${at}`, at]))),
  ],
])('%s is looked through at once', (_name, given) => {
  const told = tellLater({ given, by: 'token-of-anna' }, hiding().hide);
  expect(withSecrets(told)).toEqual(told);
  expect(JSON.stringify(told)).not.toContain('anna');
});

test.each([Number.POSITIVE_INFINITY, 100])(
  'a secret that a client returns is in no trace in the clear, whatever the trace forgets: %s are kept',
  async (keep) => {
    await using sim = await simulate({ transport: 'none', keep });
    const secret = 'Atza|IQEBLjAsAhRmHjNgHpi0U-Dme37rR6CuUpSR';
    const ask = (token: string): Promise<Response> =>
      sim.fetch(`${sim.env.regions['eu-west-1']}/orders/data-queries/1`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const askOften = async (): Promise<void> => {
      for (let turn = 0; turn < 35; turn++) await ask('nobody');
    };
    const imported = await sim.run(async () => {
      await ask(secret);
      await askOften();
      return { records: 0, refused: secret };
    });
    await askOften();
    expect(imported.refused).toBe(secret);
    expect(sim.trace.entries.map(({ kind }) => kind)).toContain('ended');
    expect(sim.trace.toJSONL()).not.toContain(secret);
  },
);

test('while the end of a client is kept, what it returned is told with names for its secrets', async () => {
  await using sim = await simulate({ transport: 'none' });
  const { accessToken } = sim.env.customer;
  await sim.run(async () => ({ records: 0, by: accessToken }));
  const [ended] = sim.trace.entries.filter(({ kind }) => kind === 'ended');
  expect(ended).toMatchObject({ told: { value: { records: 0, by: '<token 1>' } } });
});
