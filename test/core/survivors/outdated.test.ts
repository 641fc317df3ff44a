import { describe, expect, test } from 'vitest';
import type { Assumptions } from '../../../src/spec/assumptions.ts';
import { type Answer, completed, tell } from '../world.ts';

/** "The response for identical parameters is the same for five minutes", as long as what it says is still so. */

const show = ({ row, status, remembered }: Answer): string => `${row ?? status}${remembered ? ' remembered' : ''}`;

const everyTwo = (ask: () => Answer): readonly string[] => [ask(), ask()].map(show);

describe('a creation', () => {
  test.each(['new-after-end', 'new-after-cancel'] as const)(
    'cache.afterEnd %s: a query that has not ended is remembered',
    (choice) => {
      const story = tell({ 'cache.afterEnd': choice });
      const { token } = story.login();

      expect(everyTwo(() => story.create(token))).toEqual(['201', '201 remembered']);
    },
  );

  test('cache.afterEnd new-after-end: a refusal began no query that could end, and is remembered', () => {
    const story = tell({ 'cache.afterEnd': 'new-after-end', 'cache.errors': 'everything' });
    const { token } = story.login();
    story.act({ do: 'beginFault', fault: 'backendFails' });
    const refused = story.create(token);
    story.act({ do: 'endFault', fault: 'backendFails' });

    const again = story.create(token);

    expect([again.status, again.text, again.remembered]).toEqual([500, refused.text, true]);
  });

  test('cache.afterConflict new-query: a 409 is remembered while its cause lasts', () => {
    const story = tell({ 'cache.afterConflict': 'new-query' });
    const { token } = story.login();
    story.create(token);
    story.wait('5m');

    expect(everyTwo(() => story.create(token))).toEqual(['requestConflict', 'requestConflict remembered']);
  });
});

describe('a listing', () => {
  test('cache.afterCompletion records: QUERY_NOT_COMPLETED is remembered while its cause lasts', () => {
    const story = tell({ 'cache.afterCompletion': 'records' });
    const { token } = story.login();
    const id = String(story.create(token).body.id);

    expect(everyTwo(() => story.list(token, id))).toEqual(['queryNotCompleted', 'queryNotCompleted remembered']);
  });

  const elapsed: Partial<Assumptions> = { 'cache.pastListingHour': 'elapsed', 'token.lifetime': '2h' };

  test('cache.pastListingHour elapsed: within the hour a page is remembered', () => {
    const { story, token, id } = completed(elapsed);

    expect(everyTwo(() => story.list(token, id))).toEqual(['200', '200 remembered']);
  });

  test('cache.pastListingHour elapsed: a refusal lists nothing, and is remembered past the hour', () => {
    const { story, token, id } = completed({ ...elapsed, 'list.checkOrder': 'query-first' });
    story.wait('59m');
    const ask = () => story.list(token, id, '?maxResults=0');
    const within = show(ask());
    story.wait('2m');

    expect([within, show(ask())]).toEqual(['invalidMaxResults', 'invalidMaxResults remembered']);
  });
});
