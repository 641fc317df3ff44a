import { describe, expect, test } from 'vitest';
import type { Assumptions } from '../../src/spec/assumptions.ts';
import { completed, hosts, tell } from './world.ts';

/** Each boundary in time a millisecond before, at, and a millisecond after, under each reading. */

const around = (length: string): readonly [string, string, string] => {
  const [, whole = '', unit = ''] = /^(\d+)([hm])$/.exec(length) ?? [];
  const before = unit === 'h' ? `${Number(whole) - 1}h59m59.999s` : `${Number(whole) - 1}m59.999s`;
  return [before, length, `${length}1ms`];
};

type Probe = (choice: Partial<Assumptions>, after: string) => string;

const probes: Readonly<Record<string, Probe>> = {
  'a token of a customer': (choice, after) => {
    const story = tell(choice);
    const { token } = story.login();
    story.wait(after);
    return story.create(token).row ?? 'works';
  },
  'a token of a store area': (choice, after) => {
    const story = tell(choice);
    const token = story.storeToken('store::apps:readwrite');
    story.wait(after);
    const url = `${hosts.submission}/x`;
    return String(story.ask(url, { headers: { authorization: `Bearer ${token}` } }).status);
  },
  'a remembered 201': (choice, after) => {
    const story = tell(choice);
    const { token } = story.login();
    story.create(token);
    story.wait(after);
    return String(story.create(token).status);
  },
  'an authorization that is remembered': (choice, after) => {
    const { story, token, id } = completed({ 'cache.meaning': 'authorization-only', ...choice });
    story.list(token, id);
    story.act({ do: 'revokeToken', customer: 'ann' });
    story.wait(after);
    return String(story.list(token, id).status);
  },
  'a link': (choice, after) => {
    const { story, token, id } = completed(choice);
    const [pair] = story.list(token, id).body.records;
    story.wait(after);
    return [story.ask(pair.file).status, story.ask(pair.schema).status].join(' ');
  },
  'the listing hour': (choice, after) => {
    const { story, id } = completed({ 'token.lifetime': '7200s', ...choice });
    story.wait(after);
    const answer = story.list(story.login().token, id);
    return answer.row ?? String(answer.status);
  },
  'a page token': (choice, after) => {
    const { story, token, id } = completed({ 'token.lifetime': '7200s', ...choice });
    const next = story.list(token, id).body.nextPageToken;
    story.wait(after);
    const answer = story.list(token, id, `?nextPageToken=${next}`);
    return answer.row ?? String(answer.status);
  },
};

describe.each([
  ['a token of a customer', {}, '1h', 'works', 'tokenExpired', 'tokenExpired'],
  ['a token of a customer', { 'token.expiryBoundary': 'alive' }, '1h', 'works', 'works', 'tokenExpired'],
  ['a token of a customer', { 'token.lifetime': '60s' }, '1m', 'works', 'tokenExpired', 'tokenExpired'],
  ['a token of a store area', {}, '1h', '200', '403', '403'],
  ['a token of a store area', { 'token.expiryBoundary': 'alive' }, '1h', '200', '200', '403'],
  ['a remembered 201', {}, '5m', '201', '409', '409'],
  ['a remembered 201', { 'cache.boundary': 'old-answer' }, '5m', '201', '201', '409'],
  ['an authorization that is remembered', {}, '5m', '200', '403', '403'],
  ['an authorization that is remembered', { 'cache.boundary': 'old-answer' }, '5m', '200', '200', '403'],
  ['a link', {}, '5m', '200 200', '403 403', '403 403'],
  ['a link', { 'links.boundary': 'usable' }, '5m', '200 200', '200 200', '403 403'],
  ['the listing hour', {}, '1h', '200', '200', 'accessTimeElapsed'],
  ['the listing hour', { 'list.windowBoundary': 'closed' }, '1h', '200', 'accessTimeElapsed', 'accessTimeElapsed'],
  ['a page token', {}, '1h', '200', '200', 'accessTimeElapsed'],
  ['a page token', { 'list.tokenLifetime': '5m' }, '5m', '200', 'invalidNextPage', 'invalidNextPage'],
] as const)('%s with %j: within %s', (what, choice, length, ...outcomes) => {
  test.each(around(length).map((after, index) => ({ after, outcome: outcomes[index] })))(
    '$after: $outcome',
    ({ after, outcome }) => {
      expect(probes[what]?.(choice, after)).toBe(outcome);
    },
  );
});
