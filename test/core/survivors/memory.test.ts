import { describe, expect, test } from 'vitest';
import { completed, hosts, tell } from '../world.ts';

const url = `${hosts.regions['eu-west-1']}/orders/data-queries`;

describe('which answers are the same for five minutes', () => {
  test.each(['operation-refusals', 'success-only', 'everything'] as const)(
    'cache.errors %s: a success is',
    (choice) => {
      const { story, token, id } = completed({ 'cache.errors': choice });
      story.list(token, id);
      story.wait('1m');

      expect(story.list(token, id).remembered).toBe(true);
    },
  );

  test('cache.errors everything: no header, and one that says “undefined”, are two requests', () => {
    const story = tell({ 'cache.errors': 'everything' });
    const ask = (headers: Readonly<Record<string, string>>) => story.ask(url, { method: 'POST', headers });

    expect(ask({}).row).toBe('missingAuthorizationHeader');
    expect(ask({ authorization: 'undefined' }).row).toBe('tokenFormatInvalid');
  });

  test('cache.beforeConflict conflict: a query under way comes ahead of remembered creations, not of listings', () => {
    const { story, token, id } = completed({ 'cache.beforeConflict': 'conflict' });
    story.list(token, id);
    story.create(token);

    expect(story.create(token).row).toBe('requestConflict');
    expect(story.list(token, id).remembered).toBe(true);
  });

  test('links.lifetimeUnderCache every-sending: a remembered refusal has no links to renew', () => {
    const story = tell({ 'links.lifetimeUnderCache': 'every-sending' });
    const { token } = story.login();
    const running = String(story.create(token).body.id);
    const ask = () => story.list(token, running);

    expect([ask(), ask()].map(({ row, remembered }) => [row, remembered])).toEqual([
      ['queryNotCompleted', false],
      ['queryNotCompleted', true],
    ]);
  });

  test('what was answered more than five minutes ago is not kept, whatever was answered anew since', () => {
    const { story, token, id } = completed();
    const ask = (most: number) => story.list(token, id, `?maxResults=${most}`);
    ask(1);
    story.wait('1ms');
    ask(2);
    story.wait('4m59s 999ms');
    ask(1);
    story.wait('4m');
    ask(3);

    const kept = [...story.world.memory.values()];

    expect(kept.map(({ answeredAt }) => story.now - answeredAt)).toEqual([240_000, 0]);
  });

  test('a memory that was long and became empty is cleared again when it has become long again', () => {
    const { story, token, id } = completed();
    const askMany = (): number => {
      for (let most = 1; most <= 20; most++) {
        story.list(token, id, `?maxResults=${most}`);
        story.wait('1s');
      }
      story.wait('5m');
      story.list(token, id);
      return story.world.memory.size;
    };

    expect([askMany(), askMany()]).toEqual([1, 1]);
  });

  test('cache.boundary old-answer: at the very end an answer is still remembered, whatever else is asked just then', () => {
    const { story, token, id } = completed({ 'cache.boundary': 'old-answer' });
    story.list(token, id);
    story.wait('5m');

    expect(story.list(token, id, '?maxResults=9').remembered).toBe(false);
    expect(story.list(token, id).remembered).toBe(true);
  });
});
