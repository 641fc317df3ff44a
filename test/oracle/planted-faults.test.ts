import { expect, test } from 'vitest';
import { step } from '../../src/core/step.ts';
import type { World, WorldSettings } from '../../src/core/world.ts';
import { sampled } from '../sampled.ts';
import { search } from './search.ts';
import type { Step } from './service.ts';

/** Cores that are wrong in one place. A comparison that finds none of them would be worth nothing. */

/** The core with other settings than it was given; all that it knows stays shared. */
const withSettings =
  (change: (settings: WorldSettings) => WorldSettings): Step =>
  (world, input, now) => {
    const changed: World = { ...world, settings: change(world.settings) };
    return step(changed, input, now);
  };

const withLimits = (limits: Partial<WorldSettings['limits']>): Step =>
  withSettings((settings) => ({ ...settings, limits: { ...settings.limits, ...limits } }));

const oneMore = (name: 'createRate' | 'listRate' | 'createOverall'): Step =>
  withSettings((settings) => {
    const limit = settings.limits[name];
    return { ...settings, limits: { ...settings.limits, [name]: { ...limit, value: limit.value + 1 } } };
  });

const time = { kind: 'time', unit: 'milliseconds', appliesTo: 'interface C', section: 'Limits, interface C' } as const;

/** The core with its notifications or its answers changed afterwards. */
const after =
  (change: (effects: ReturnType<Step>) => ReturnType<Step>): Step =>
  (world, input, now) =>
    change(step(world, input, now));

const faults: readonly (readonly [what: string, step: Step])[] = [
  ['the listing window is one millisecond longer', withLimits({ listingWindow: { ...time, value: '1h 0m 0.001s' } })],
  ['an answer is remembered one millisecond longer', withLimits({ answerMemory: { ...time, value: '5m 0.001s' } })],
  ['one create too many is admitted in a second', oneMore('createRate')],
  ['one list too many is admitted in a second', oneMore('listRate')],
  ['one create too many is admitted in twenty minutes', oneMore('createOverall')],
  ['a link lives one millisecond longer', withLimits({ linkLifetime: { ...time, value: '5m 0.001s' } })],
  [
    'a canceled query is notified as completed',
    after((effects) => ({
      ...effects,
      notifications: effects.notifications.map((post) => ({
        ...post,
        status: 'COMPLETED',
        body: post.body.replace('CANCELED', 'COMPLETED'),
      })),
    })),
  ],
  [
    'a notification is for another application',
    after((effects) => ({
      ...effects,
      notifications: effects.notifications.map((post) => ({ ...post, application: 'gamma' })),
    })),
  ],
  [
    'the region of a notification is that of the last create, whatever was chosen',
    withSettings((settings) => ({
      ...settings,
      assumptions: { ...settings.assumptions, 'region.notification': 'region-of-last-create' },
    })),
  ],
  [
    'the region of a notification is that of the first create, whatever was chosen',
    withSettings((settings) => ({
      ...settings,
      assumptions: { ...settings.assumptions, 'region.notification': 'region-of-create' },
    })),
  ],
  ['no notification is ever sent', after((effects) => ({ ...effects, notifications: [] }))],
];

test.each(sampled(faults, { every: 6 }))('found: %s', (_, planted) => {
  const found = search({ seed: 3, steps: 10_000, step: planted });

  expect(found.divergence?.differences).not.toEqual([]);
  expect(found.divergence).toBeDefined();
  expect(found.divergence?.index).toBeLessThan(30);
});
