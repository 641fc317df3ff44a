import { expect, test } from 'vitest';
import { start, tell } from '../world.ts';

/** "Emitted when a query reaches a final state." (Events) */

test('a customer of whom nothing is held: the query ends at once, and is told of in the same instant', () => {
  const story = tell();

  const id = String(story.create(story.login('cid').token).body.id);
  story.wait('0ms');

  const { notice } = story.world.queries.get(id) as { readonly notice: unknown };
  expect(story.notifications.map(({ query, status }) => [query, status])).toEqual([[id, 'COMPLETED']]);
  expect(notice).toEqual({ state: 'sent', sentAt: start, lastSentAt: start, attempts: 1 });
  expect([story.now, story.dues]).toEqual([start, []]);
});
