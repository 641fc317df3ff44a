import type { Entry } from '../../trace/entry.ts';
import { serviceRule } from '../rule.ts';
import type { Verdict } from '../verdicts.ts';

export const reproducible = serviceRule({
  id: 'S16',
  name: 'reproducible',
  claim: 'The same seed, instance, scenario and client leave the same trace, byte for byte.',
  why: 'A failure could not be played again.',
  section: 'What the service does',
  good: [
    ['0s', 'client', 'in one run: createDataQuery → 201, query 4f1c'],
    ['0s', 'client', 'in the next: createDataQuery → 201, query 4f1c'],
  ],
  bad: [
    ['0s', 'client', 'in one run: createDataQuery → 201, query 4f1c'],
    ['0s', 'client', 'in the next: createDataQuery → 201, query 93d0'],
  ],
  judge: () => ({ verdict: 'inconclusive', why: 'one trace alone cannot tell; compare two' }),
});

/** Judges S16 over two traces of the same seed, instance, scenario and client: the first entry in which they differ breaks it. */
export const compareTraces = (one: readonly Entry[], other: readonly Entry[]): Verdict => {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const [first, second] = [one[index], other[index]];
    if (JSON.stringify(first) === JSON.stringify(second)) continue;
    const { at } = first ?? second ?? { at: 0 };
    const exchange = [first, second].flatMap((entry) => (entry && 'exchange' in entry ? entry.exchange : []))[0];
    const text = `entry ${index + 1} is ${nameEntry(first)} in one trace and ${nameEntry(second)} in the other`;
    return { verdict: 'broken', evidence: [{ at, ...(exchange !== undefined && { exchange }), text }] };
  }
  return length === 0 ? { verdict: 'inconclusive', why: 'both traces are empty' } : { verdict: 'held' };
};

const nameEntry = (entry: Entry | undefined): string => {
  if (entry === undefined) return 'missing';
  if (entry.kind === 'answer') return `the answer ${entry.answer.status}`;
  return entry.kind === 'request' ? `the request of ${entry.operation}` : `of kind ${entry.kind}`;
};
