import { expect, test } from 'vitest';
import { indexAccounts } from '../../src/core/accounts.ts';
import { key } from '../../src/core/key.ts';
import { holding, rows } from './world.ts';

/** A customer's data is found by who they are, whether they stand alone or in a crowd. */

const crowdOf = (name: string, scope: string, count: number) =>
  Array.from({ length: count }, (_, at) => holding(`${name}-${at + 1}`, scope));

const all = [
  holding('ann', 'orders'),
  ...crowdOf('guest', 'orders', 3),
  holding('x-1', 'profile'),
  ...crowdOf('x', 'orders', 2),
  ...crowdOf('night-shift', 'orders', 2),
];

const found = indexAccounts(all, [
  { name: 'guest', scope: 'orders', from: 1, count: 3 },
  { name: 'x', scope: 'orders', from: 5, count: 2 },
  { name: 'night-shift', scope: 'orders', from: 7, count: 2 },
]);

test.each(
  rows(`
  customer       scope    position
  ann            orders   0
  night-shift-2  orders   8
  night-2        orders   none
  guest-1   orders   1
  guest-3   orders   3
  x-1       profile  4
  x-1       orders   5
  x-2       orders   6
  guest-4   orders   none
  guest-0   orders   none
  guest-01  orders   none
  guest-    orders   none
  guest-1   profile  none
  guest     orders   none
  other-1   orders   none
`),
)('$customer in $scope: $position', ({ customer = '', scope = '', position }) => {
  const expected = position === 'none' ? undefined : all[Number(position)];

  expect(found.get(key(customer, scope))).toBe(expected);
});

test('all of them are told in the order in which they stand', () => {
  expect([...found.values()]).toEqual(all);
});
