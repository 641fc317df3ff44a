import { expect, test } from 'vitest';
import { routeOf } from '../../src/core/known-routes.ts';
import { findRoute } from '../../src/core/routes.ts';
import type { Assumptions } from '../../src/spec/assumptions.ts';
import { hosts, tell } from './world.ts';

const base = `${hosts.regions['eu-west-1']}/orders/data-queries`;

test.each([
  ['a create', 'POST', base],
  ['another method', 'GET', base],
  ['a method that is a blank', ' ', base],
  ['no method', '', ` ${base}`],
  ['a method with a blank in it', 'POST a', base],
  ['the same signs, divided in another way', 'POST', `a ${base}`],
])('what was read before is the route of the very same request alone: %s', (_, method, url) => {
  const { world } = tell();
  const all = [
    { method: 'POST', url: base },
    { method: ' ', url: base },
    { method: 'POST a', url: base },
    { method, url },
  ];
  for (const asked of all) routeOf(world, asked);

  expect(routeOf(world, { method, url })).toEqual(findRoute(world, { method, url }));
});

/** What tells where requests lead, in worlds that stand at the same addresses. */
const { bases } = tell().world;
const routing = (assumptions: Partial<Assumptions> = {}) => ({ bases, settings: tell(assumptions).world.settings });

test('worlds that stand at the same addresses have routes of their own', () => {
  const link = `${hosts.links}/files/69197020-0000-4000-8000-000000000000.1`;
  const asked = { method: 'HEAD', url: link };

  expect(routeOf(routing({ 'links.head': 'as-get' }), asked).operation).toBe('downloadFile');
  expect(routeOf(routing({ 'links.head': 'unknown-route' }), asked).operation).toBeUndefined();
});

test('of a store API with routes of its own, others at the same addresses know nothing', () => {
  const asked = { method: 'GET', url: `${hosts.submission}/items/7` };
  const own = (path: string) => routing({ 'store.paths': [{ family: 'submission', method: 'GET', path }] });

  expect(routeOf(routing(), asked).operation).toBe('callSubmission');
  expect(routeOf(own('/orders/*'), asked).operation).toBeUndefined();
  expect(routeOf(own('/items/*'), asked)).toMatchObject({ operation: 'callSubmission', storeRoute: 0 });
  expect(routeOf(routing(), asked)).not.toHaveProperty('storeRoute');
});
