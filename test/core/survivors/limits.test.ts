import { describe, expect, test } from 'vitest';
import { limits } from '../../../src/spec/limits.ts';
import { type Answer, nobodysId, type Story, tell } from '../world.ts';

const list = (story: Story, token: string, exchange?: number): Answer =>
  story.list(token, nobodysId, '', 'orders', exchange === undefined ? {} : { exchange });

describe('limits.who as-stated: a burst is an application’s own', () => {
  test('five lists of each of two applications are under way at once', () => {
    const story = tell();
    const [one, other] = [story.login().token, story.login('ann', 'orders', 'other').token];

    const answers = Array.from({ length: 10 }, (_, index) => list(story, index < 5 ? one : other, index));
    story.wait('2s');

    expect(answers.map(({ row }) => row)).toEqual(Array.from({ length: 10 }, () => 'queryIdNotFound'));
    expect([list(story, one, 10).row, list(story, other, 11).row]).toEqual(['tooManyRequests', 'tooManyRequests']);
  });
});

describe('how full a burst is', () => {
  test('token-bucket: as many as were taken and have not come back', () => {
    const story = tell({ 'limits.burst': 'token-bucket' });
    const { token } = story.login();
    const used = () => list(story, token).usage?.listBurst;

    expect([used(), used()]).toEqual([1, 2]);
    story.wait('50ms');
    // Three taken, half a one come back.
    expect(used()).toBe(3);
    story.wait('150ms');
    expect(used()).toBe(2);
    story.wait('10s');
    expect(used()).toBe(1);
  });

  test('token-bucket: what has almost come back has not', () => {
    const story = tell({ 'limits.burst': 'token-bucket' }, { limits: { listRate: { ...limits.listRate, value: 3 } } });
    const { token } = story.login();

    list(story, token);
    // Three a second come back: 999 thousandths of one.
    story.wait('333ms');

    expect(list(story, token).usage?.listBurst).toBe(2);
  });
});
