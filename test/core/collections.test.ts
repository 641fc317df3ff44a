import { describe, expect, test } from 'vitest';
import type { Collects } from '../../src/core/world.ts';
import { holding, tell } from './world.ts';

const minute = 60_000;

describe('how long a collection takes', () => {
  const begin = (collects: Collects, seed = 'cid') => {
    const story = tell({}, { more: [holding(seed, 'orders', { collects })] });
    const { token } = story.login(seed);
    return { story, token, id: String(story.create(token).body.id) };
  };

  test('drawn anew for each query, from the least to the most', () => {
    const { story, token } = begin({ kind: 'drawn', least: minute, most: 3 * minute });
    const lengths: number[] = [];
    for (let number = 0; number < 12; number++) {
      const [due] = story.dues;
      lengths.push((due?.at ?? 0) - story.now);
      story.wait('5m');
      story.create(story.login('cid').token);
    }

    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(minute);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3 * minute);
    expect(new Set(lengths).size).toBeGreaterThan(8);
    expect(token).not.toBe('undefined');
  });

  test('held until finishCollection ends it: complete, or canceled for what is missing', () => {
    const { story, token, id } = begin({ kind: 'held' });
    story.wait('40m');
    expect([story.notifications.length, story.create(token).row]).toEqual([0, 'requestConflict']);
    story.step({ kind: 'due', due: { kind: 'collectionEnds', query: id } });
    expect(story.notifications).toEqual([]);

    story.act({ do: 'finishCollection', customer: 'cid', scope: 'profile' });
    expect(story.notifications).toEqual([]);
    story.act({ do: 'finishCollection', customer: 'cid', scope: 'orders' });

    expect(story.notifications.map(({ status }) => status)).toEqual(['COMPLETED']);
    expect(story.list(token, id).status).toBe(200);
  });

  test('finishCollection ends every collection of the customer early, and what was due then comes to nothing', () => {
    const story = tell();
    const ids = ['orders', 'profile'].map((scope) =>
      String(story.create(story.login('ann', scope).token, scope).body.id),
    );
    story.create(story.login('bob').token);
    story.wait('1m');
    story.act({ do: 'finishCollection', customer: 'ann' });

    expect(story.notifications.map(({ query }) => query)).toEqual(ids);
    story.wait('9m');
    expect(story.notifications).toHaveLength(3);
  });

  test('query.cancelMoment at-collection-end: finished while on hold it is canceled', () => {
    const story = tell({ 'query.cancelMoment': 'at-collection-end' });
    story.create(story.login().token);
    story.act({ do: 'holdAccount', customer: 'ann' });
    story.act({ do: 'finishCollection', customer: 'ann' });

    expect(story.transitions.at(-1)).toMatchObject({ to: 'canceled', because: 'held' });
  });
});
