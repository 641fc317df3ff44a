import { expect, test } from 'vitest';
import { saveWorld } from '../../src/core/snapshot.ts';
import { hosts, tell } from './world.ts';

/** Faults that are meant for one exchange, or for one notification, and let others pass. */

const create = (story: ReturnType<typeof tell>, exchange?: number) =>
  story.ask(`${hosts.regions['eu-west-1']}/orders/data-queries`, {
    method: 'POST',
    headers: { authorization: `Bearer ${story.login().token}` },
    ...(exchange !== undefined && { exchange }),
  });

test('a refusal that is meant for one exchange waits for it, whatever comes before', () => {
  const story = tell();
  story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status: 503 }, times: 1, only: 3 });

  expect([create(story, 2).status, create(story).status, create(story, 3).status]).toEqual([201, 201, 503]);
  expect(story.world.faults).toEqual([]);
});

test('a fault that is meant for one exchange waits for it', () => {
  const story = tell();
  story.act({ do: 'fault', operation: 'createDataQuery', fault: { name: 'reset' }, times: 1, only: 2 });

  const faults = [create(story, 1).fault, create(story, 2).fault, create(story, 3).fault];

  expect(faults).toEqual([undefined, { name: 'reset' }, undefined]);
});

test('what is meant for one is passed over by what the next older one hits', () => {
  const story = tell();
  story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status: 503 }, times: 1, only: 2 });
  story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status: 504 }, times: 1 });

  expect([create(story, 1).status, create(story, 2).status]).toEqual([504, 503]);
});

test('a fault that is meant for one notification waits for it', () => {
  const story = tell();
  story.act({ do: 'loseNotification', times: 1, only: 2 });

  const notificationFaults = [1, 2, 3].map((notification) => story.step({ kind: 'leaves', notification }).fault);

  expect(notificationFaults).toEqual([undefined, { name: 'lost' }, undefined]);
});

test('what is meant for an exchange of this world is not saved: another numbers its own anew', () => {
  const story = tell();
  story.act({ do: 'loseNotification', times: 1, only: 2 });
  story.act({ do: 'loseNotification', times: 1 });

  expect(saveWorld(story.world)['faults']).toEqual([{ action: { do: 'loseNotification', times: 1 }, remaining: 1 }]);
});
