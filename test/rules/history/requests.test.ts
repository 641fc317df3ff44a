import { describe, expect, test } from 'vitest';
import { readListing, targetOf } from '../../../src/rules/history/listing.ts';
import { parseRequest, readForm } from '../../../src/rules/history/parsed-request.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/spec/assumptions.ts';

/** How rules read what a request or a page says: what is read wrong here is judged wrong everywhere. */

const base = 'https://c.test';
const read = (url: string, assumptions: Partial<Assumptions> = {}, authorization?: string) =>
  parseRequest(
    { method: 'GET', url, headers: authorization === undefined ? {} : { authorization }, body: '' },
    { ...defaultAssumptions, ...assumptions },
  );

test.each([
  ['/orders/data-queries', 'orders', undefined],
  ['/orders/data-queries/q1/records', 'orders', 'q1'],
  ['/orders/data-queries/q1/records?x=/y/data-queries', 'orders', 'q1'],
  ['/my%20orders/data-queries/q%311/records', 'my orders', 'q11'],
  ['/%zz/data-queries/%zz/records', '%zz', '%zz'],
  ['/orders/data-queries/q1/records/more', undefined, undefined],
  ['/orders/data-queries-of-mine', undefined, undefined],
  ['/orders', undefined, undefined],
])('%s asks for the scope %s and the query %s', (path, scope, queryId) => {
  const found = read(`${base}${path}`);

  expect([found.scope, found.queryId]).toEqual([scope, queryId]);
});

test.each([
  ['', []],
  ['?', []],
  ['#?a=1', []],
  ['?a=1#b=2', [['a', '1']]],
  ['?a=1#b#c', [['a', '1']]],
  ['?a=1?b=2', [['a', '1?b=2']]],
  ['?a', [['a', '']]],
  ['?a=', [['a', '']]],
  ['?=1', [['', '1']]],
  ['?a=1=2', [['a', '1=2']]],
  [
    '?a=x+y&b=x%20y',
    [
      ['a', 'x y'],
      ['b', 'x y'],
    ],
  ],
  ['?x+y=%2B', [['x y', '+']]],
])('the parameters of %s are %j', (query, pairs) => {
  const found = read(`${base}/orders${query}`);

  expect(found.address).toBe(`${base}/orders`);
  expect([...found.query]).toEqual(pairs);
});

test.each([
  ['first', '1'],
  ['last', '2'],
  ['refused', '1,2'],
] as const)('list.repeatedParameter %s: of two it is %s', (choice, value) => {
  expect(read(`${base}/?a=1&a=2`, { 'list.repeatedParameter': choice }).query.get('a')).toBe(value);
});

test.each([
  ['Bearer t1', 't1', 't1'],
  ['bearer t1', undefined, 't1'],
  ['Bearer  t1', undefined, undefined],
  ['Bearer t1 t2', undefined, undefined],
  ['A Bearer t1', undefined, undefined],
  ['Bearer <access token 1>', '<access token 1>', '<access token 1>'],
  ['Basic t1', undefined, undefined],
  [undefined, undefined, undefined],
])('the token of "%s" is %s, and in any case %s', (header, exact, anyCase) => {
  const bearer = (choice: 'exact' | 'any-case') => read(base, { 'auth.schemeCase': choice }, header).bearer;

  expect([bearer('exact'), bearer('any-case')]).toEqual([exact, anyCase]);
});

describe('the fields of a token request', () => {
  const form = (type: string | undefined, body: string, assumptions: Partial<Assumptions> = {}) => [
    ...readForm(
      { method: 'POST', url: base, headers: type === undefined ? {} : { 'content-type': type }, body },
      { ...defaultAssumptions, ...assumptions },
    ),
  ];

  test.each([
    [
      undefined,
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['application/x-www-form-urlencoded', 'a=1', [['a', '1']]],
    ['application/json', '{"a":"1","b":2,"c":null}', [['a', '1']]],
    [' Application/JSON ; charset=utf-8', '{"a":"1"}', [['a', '1']]],
    ['application/json', '[]', []],
    ['application/json', 'a=1', []],
  ])('as %s, %s', (type, body, fields) => {
    expect(form(type, body)).toEqual(fields);
  });

  test.each([
    ['first', '1'],
    ['last', '2'],
  ] as const)('token.repeatedField %s: of two it is %s', (choice, value) => {
    expect(form(undefined, 'a=1&a=2', { 'token.repeatedField': choice })).toEqual([['a', value]]);
  });
});

describe('a page', () => {
  const file = 'https://l.test/files/q1.0?signature=1';
  const schema = 'https://l.test/schemas/q1.0?signature=1';

  test('has links of data and schema, and files whatever their signatures', () => {
    const { links, files } = readListing({ records: [{ file, schema }, { file: `${file}2` }, {}] }, {});

    expect(links).toEqual([file, schema, `${file}2`]);
    expect(files).toEqual(['https://l.test/files/q1.0', 'https://l.test/files/q1.0']);
  });

  test.each([
    [{ nextPageToken: 'n' }, {}, 'n'],
    [{ pagination: { nextPageToken: 'n' } }, {}, 'n'],
    [{}, { nextpagetoken: 'n' }, 'n'],
    [{ nextPageToken: '' }, {}, undefined],
    [{ nextPageToken: null }, {}, undefined],
    [{ nextPageToken: 5 }, {}, undefined],
    [{}, {}, undefined],
  ])('%j with the headers %j leads on by %s', (json, headers, next) => {
    expect(readListing(json, headers).next).toBe(next);
  });

  test.each([
    ['https://l.test/a', 'https://l.test/a'],
    ['https://l.test/a?b?c', 'https://l.test/a'],
  ])('%s leads to %s', (link, target) => {
    expect(targetOf(link)).toBe(target);
  });
});
