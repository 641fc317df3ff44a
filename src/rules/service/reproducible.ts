import { serviceRule } from '../rule.ts';

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
