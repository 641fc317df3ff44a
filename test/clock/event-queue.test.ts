import { array, assert, boolean, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { EventQueue } from '../../src/clock/event-queue.ts';

const takeAll = (queue: EventQueue<() => void>): void => {
  for (let fire = queue.takeFirst(); fire !== undefined; fire = queue.takeFirst()) fire.what();
};

test('due times come out by instant, those of one instant in the order they went in, and canceled ones not at all', () => {
  const entries = array(record({ at: integer({ min: 0, max: 20 }), isCanceled: boolean() }), {
    maxLength: 60,
  });

  assert(
    property(entries, nat({ max: 30 }), (plan, takenEarly) => {
      const queue = new EventQueue<() => void>();
      const out: number[] = [];
      const events = plan.map(({ at }, index) => queue.add(at, () => out.push(index)));
      const sorted = plan.map((_, index) => index).sort((a, b) => (plan[a]?.at ?? 0) - (plan[b]?.at ?? 0) || a - b);

      for (let taken = 0; taken < takenEarly; taken++) queue.takeFirst()?.what();
      for (const [index, event] of events.entries()) if (plan[index]?.isCanceled === true) queue.remove(event);
      takeAll(queue);

      const early = sorted.slice(0, takenEarly);
      const late = sorted.slice(takenEarly).filter((index) => plan[index]?.isCanceled === false);
      expect(out).toEqual([...early, ...late]);
    }),
  );
});

test('the first due time is known without taking it', () => {
  const queue = new EventQueue();
  expect(queue.firstAt()).toBeUndefined();

  const first = queue.add(5, () => undefined);
  queue.add(9, () => undefined);
  expect(queue.firstAt()).toBe(5);

  queue.remove(first);
  expect(queue.firstAt()).toBe(9);
});

test('an event queue that was cleared fires nothing, also not after a late cancellation', () => {
  const queue = new EventQueue();
  const event = queue.add(5, () => undefined);

  queue.clear();
  queue.remove(event);

  expect(queue.takeFirst()).toBeUndefined();
});

test('what has left may be added again, behind what is due at its new instant, and be taken out as before', () => {
  const queue = new EventQueue<string>();
  queue.add(5, 'first');
  queue.add(9, 'second');
  queue.add(9, 'third');

  const first = queue.takeFirst();
  if (first !== undefined) queue.addAgain(first, 9);
  const second = queue.takeFirst();
  if (second !== undefined) queue.addAgain(second, 9);
  if (second !== undefined) queue.remove(second);

  expect([queue.takeFirst()?.what, queue.takeFirst()?.what, queue.takeFirst()]).toEqual(['third', 'first', undefined]);
});
