import { executionAsyncId } from 'node:async_hooks';
import process from 'node:process';
import { expect, test } from 'vitest';
import { createTimeline } from '../../src/clock/create-timeline.ts';
import type { Timeline } from '../../src/clock/timeline.ts';
import { epoch } from './begin.ts';

const nodeMajor = Number(process.versions.node.split('.')[0]);

/** Whether each promise of this process has a number of its own, as it has where somebody follows them. */
const arePromisesFollowed = async (): Promise<boolean> => {
  const [one, other] = await Promise.all([1, 2].map(async (_one) => Promise.resolve().then(executionAsyncId)));
  return one !== other;
};

test('promises are followed no longer than the last timeline lasts', async () => {
  const before = await arePromisesFollowed();
  const timelines = ['a', 'b'].map((label) => createTimeline({ epoch, label }));
  const [first, last] = timelines as [Timeline, Timeline];
  const during = await first.run(arePromisesFollowed);
  await first.dispose();
  const between = await arePromisesFollowed();
  await last.run(async () => undefined);
  await last.dispose();
  // Whoever goes on with a timeline that is over begins nothing again.
  await last.enter(arePromisesFollowed);

  expect({ before, during, between, after: await arePromisesFollowed() }).toEqual({
    before: false,
    // From Node 24 on the context needs no help of theirs.
    during: nodeMajor < 24,
    between: nodeMajor < 24,
    after: false,
  });
});
