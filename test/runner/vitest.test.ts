import { describe, expect } from 'vitest';
import { test } from '../../src/runner/vitest.ts';
import { create } from '../simulation/calls.ts';

test('a test that asks for a simulation gets one', async ({ sim }) => {
  const { status } = await sim.run(() => create(sim.env));

  expect(status).toBe(201);
});

test('every test gets one of its own', ({ sim }) => {
  expect(sim.elapsed).toBe(0);
  expect(sim.queries).toEqual([]);
});

describe('options for a group of tests', () => {
  test.override({ simOptions: { customer: { id: 'anna', records: 3 } } });

  test('reach its simulations', ({ sim }) => {
    expect(sim.customer.id).toBe('anna');
    expect(sim.customer.records).toHaveLength(3);
  });
});
