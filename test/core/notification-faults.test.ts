import type { NotificationFault } from '../../src/core/wire.ts';
import { describe, expect, test } from 'vitest';
import { saveWorld } from '../../src/core/snapshot.ts';
import { completed, type Story, tell } from './world.ts';

/** What the network does to a notification that was sent. (Events) */

const leave = (story: Story): NotificationFault | undefined => story.step({ kind: 'leaves' }).fault;

test('nothing happens to a notification where no fault waits', () => {
  expect(leave(tell())).toBeUndefined();
});

test.each([
  ['lost', { do: 'loseNotification', times: 1 }, { name: 'lost' }],
  ['late', { do: 'delayNotification', by: 300_000, times: 1 }, { name: 'late', by: 300_000 }],
  ['repeated', { do: 'repeatNotification', copies: 3, by: 1000, times: 1 }, { name: 'repeated', copies: 3, by: 1000 }],
] as const)('the next one is %s, and only that', (_name, action, fault) => {
  const story = tell();
  story.act(action);

  expect(leave(story)).toEqual(fault);

  expect([leave(story), story.world.faults]).toEqual([undefined, []]);
});

test('the oldest fault hits first, and as many as it says', () => {
  const story = tell();
  story.act({ do: 'loseNotification', times: 2 });
  story.act({ do: 'delayNotification', by: 5, times: 1 });

  const names = [leave(story), leave(story), leave(story), leave(story)].map((fault) => fault?.name);

  expect(names).toEqual(['lost', 'lost', 'late', undefined]);
});

describe('requests and notifications are hit by faults of their own', () => {
  test('no request uses up what waits for a notification', () => {
    const story = tell();
    story.act({ do: 'loseNotification', times: 1 });

    const answer = story.create(story.login().token);

    expect([answer.status, answer.fault]).toEqual([201, undefined]);
    expect(leave(story)).toEqual({ name: 'lost' });
  });

  test('no notification uses up what waits for a request', () => {
    const story = tell();
    story.act({ do: 'fault', operation: 'createDataQuery', fault: { name: 'reset' }, times: 1 });

    expect(leave(story)).toBeUndefined();

    expect(story.create(story.login().token).fault).toEqual({ name: 'reset' });
  });
});

test('a lost notification was sent: the results are available, and for one hour', () => {
  const { story, id } = completed();
  story.act({ do: 'loseNotification', times: 1 });
  leave(story);

  expect(story.events.at(-1)?.event).toBe('notified');
  story.wait('1h');
  const { token } = story.login();
  expect(story.list(token, id, '?maxResults=1').row).toBeUndefined();
  story.wait('1ms');
  expect(story.list(token, id, '?maxResults=2').row).toBe('accessTimeElapsed');
});

test('what waits for notifications is saved with the world', () => {
  const story = tell();
  const action = { do: 'delayNotification', by: 5, times: 2 } as const;
  story.act(action);
  leave(story);

  expect(saveWorld(story.world)['faults']).toEqual([{ action, remaining: 1 }]);
});

test('a fault that nobody foresaw is a bug of whoever laid it', () => {
  const story = tell();
  const { world } = story;
  // @ts-expect-error: no such fault
  world.faults.push({ action: { do: 'other', times: 1 }, remaining: 1 });
  expect(() => leave(story)).toThrow('not foreseen');
  // @ts-expect-error: no such fault
  world.faults.push({ action: { do: 'other', operation: 'createDataQuery', times: 1 }, remaining: 1 });
  expect(() => story.create('x')).toThrow('not foreseen');
});
