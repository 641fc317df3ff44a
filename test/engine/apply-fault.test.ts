import { expect, test } from 'vitest';
import type { Outcome, WireAnswer } from '../../src/core/wire.ts';
import { applyFault } from '../../src/engine/apply-fault.ts';
import { exchangeFaultNames, exchangeFaultRow, type SeenOfExchange } from '../../src/spec/faults.ts';

const answer: WireAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"id":"q-1"}',
};

/** What a client sees that gets this, in time. */
const look = (outcome: Outcome): readonly SeenOfExchange[] => {
  if ('broken' in outcome) return outcome.broken === 'closed' ? ['end'] : ['error', 'nothing'];
  if (outcome.status >= 300) return ['redirect'];
  if (outcome.manner !== undefined) return 'pieces' in outcome.manner ? ['pieces'] : ['part'];
  return outcome.body === answer.body ? ['whole', 'late'] : ['another body'];
};

test.each(exchangeFaultNames)('what is seen of %s is what the table says', (name) => {
  const { by, pieces, sees } = exchangeFaultRow(name);
  const told = { name, ...(by !== undefined && { by: 1000 }), ...(pieces !== undefined && { pieces }) };

  const outcome = applyFault(answer, told, { method: 'GET', url: 'https://host/path' });

  expect(look(outcome)).toContain(sees);
});
