import { describe, expect, test } from 'vitest';
import { completed, hosts, rows } from '../world.ts';

/** "maxResults, nextPageToken": the query parameters that a listing has; a create has none. (Endpoints, interface C) */

describe('query.unknownParameter refused', () => {
  test.each(
    rows(`
      query                         listed             created
      maxResults=1                  200                invalidParameters
      nextPageToken=                200                invalidParameters
      maxResults=1&nextPageToken=   200                invalidParameters
      scopeId=orders                invalidParameters  invalidParameters
      queryId=1                     invalidParameters  invalidParameters
      authorization=Bearer          invalidParameters  invalidParameters
      maxResults=1&page=2           invalidParameters  invalidParameters
    `),
  )('$query: a listing $listed, a create $created', ({ query = '', listed, created }) => {
    const { story, token, id } = completed({ 'query.unknownParameter': 'refused' });

    const list = story.list(token, id, `?${query}`);
    const create = story.create(token, 'orders', hosts.regions['eu-west-1'], '', {}, `?${query}`);

    expect([list, create].map(({ row, status }) => row ?? String(status))).toEqual([listed, created]);
  });
});

test('list.repeatedParameter last: one that is there twice is read so, whatever else is there once', () => {
  const { story, token, id } = completed({ 'list.repeatedParameter': 'last' });

  const { records } = story.list(token, id, '?maxResults=1&maxResults=2&nextPageToken=').body;

  expect(records).toHaveLength(2);
});
