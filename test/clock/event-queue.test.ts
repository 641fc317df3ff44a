import { array, assert, boolean, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { Agenda } from '../../src/clock/event-queue.ts';

const takeAll = (agenda: Agenda): void => {
  for (let fire = agenda.takeFirst(); fire !== undefined; fire = agenda.takeFirst()) fire();
};

test('due times come out by instant, those of one instant in the order they went in, and canceled ones not at all', () => {
  const entries = array(record({ at: integer({ min: 0, max: 20 }), isCanceled: boolean() }), {
    maxLength: 60,
  });

  assert(
    property(entries, nat({ max: 30 }), (plan, takenEarly) => {
      const agenda = new Agenda();
      const out: number[] = [];
      const cancels = plan.map(({ at }, index) => agenda.add(at, () => out.push(index)));
      const sorted = plan.map((_, index) => index).sort((a, b) => (plan[a]?.at ?? 0) - (plan[b]?.at ?? 0) || a - b);

      for (let taken = 0; taken < takenEarly; taken++) agenda.takeFirst()?.();
      for (const [index, { isCanceled }] of plan.entries()) if (isCanceled) cancels[index]?.();
      takeAll(agenda);

      const early = sorted.slice(0, takenEarly);
      const late = sorted.slice(takenEarly).filter((index) => plan[index]?.isCanceled === false);
      expect(out).toEqual([...early, ...late]);
    }),
  );
});

test('the first due time is known without taking it', () => {
  const agenda = new Agenda();
  expect(agenda.firstAt()).toBeUndefined();

  const cancel = agenda.add(5, () => undefined);
  agenda.add(9, () => undefined);
  expect(agenda.firstAt()).toBe(5);

  cancel();
  expect(agenda.firstAt()).toBe(9);
});

test('an agenda that was cleared fires nothing, also not after a late cancellation', () => {
  const agenda = new Agenda();
  const cancel = agenda.add(5, () => undefined);

  agenda.clear();
  cancel();

  expect(agenda.takeFirst()).toBeUndefined();
});
