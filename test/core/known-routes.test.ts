import { expect, test } from 'vitest';
import { routeOf } from '../../src/core/known-routes.ts';
import { findRoute } from '../../src/core/routes.ts';
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

test('worlds that stand at the same addresses have routes of their own', () => {
  const link = `${hosts.links}/files/69197020-0000-4000-8000-000000000000.1`;
  const asked = { method: 'HEAD', url: link };
  const [taken, refused] = [tell({ 'links.head': 'as-get' }), tell({ 'links.head': 'unknown-route' })];

  expect(routeOf(taken.world, asked).operation).toBe('downloadFile');
  expect(routeOf(refused.world, asked).operation).toBeUndefined();
});

test('of a store API with routes of its own, others at the same addresses know nothing', () => {
  const asked = { method: 'GET', url: `${hosts.submission}/items/7` };
  const table = [{ family: 'submission', method: 'GET', path: '/orders/*' }] as const;
  const [usual, own] = [tell(), tell({ 'store.paths': table })];

  expect(routeOf(usual.world, asked).operation).toBe('callSubmission');
  expect(routeOf(own.world, asked).operation).toBeUndefined();
  expect(routeOf(own.world, { ...asked, url: `${hosts.submission}/orders/7` })).toMatchObject({ storeRoute: 0 });
});
