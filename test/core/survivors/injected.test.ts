import { describe, expect, test } from 'vitest';
import { type Answer, tell } from '../world.ts';

/** An injected status that is answered outside the table. (Errors, interface C) */

const strange = (status: number, retryAfter: 'none' | 'seconds' | 'http-date', after = '0s'): Answer => {
  const story = tell({ 'errors.unknown': 'outside-table', 'limits.retryAfter': retryAfter });
  const { token } = story.login();
  story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status }, times: 1 });
  story.wait(after);
  return story.create(token);
};

describe('errors.unknown outside-table: when to come back', () => {
  test.each([
    [400, undefined],
    [428, undefined],
    [429, '1'],
    [430, undefined],
    [500, undefined],
    [503, undefined],
    [504, undefined],
  ])('is told by a 429 alone: %d', (status, after) => {
    const answer = strange(status, 'seconds');

    expect([answer.status, answer.headers['retry-after']]).toEqual([status, after]);
  });

  test('limits.retryAfter none: and not by that either', () => {
    expect(Object.keys(strange(429, 'none').headers)).toEqual(['content-type']);
  });

  test('limits.retryAfter http-date: never earlier than the first of the suggested intervals, a second', () => {
    expect(strange(429, 'http-date', '1ms').headers['retry-after']).toBe('Thu, 01 Jan 2026 00:00:02 GMT');
  });
});
