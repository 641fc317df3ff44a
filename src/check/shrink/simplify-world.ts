import type { CustomerRow } from '../../language/ast.ts';
import { roundings } from './round-durations.ts';
import type { Simplify } from './simplify.ts';

/** Everything about the world goes back to what it usually is. */
export const dropWorld: Simplify = ({ scenario }) => {
  const { limits: _l, latency: _y, clockSkew: _c, applications: _a, seed: _s, ...bare } = scenario;
  const plain = (['limits', 'latency', 'clockSkew', 'applications', 'seed'] as const).flatMap((name) => {
    if (scenario[name] === undefined) return [];
    const { [name]: _, ...rest } = scenario;
    return [rest];
  });
  const assumed = Object.entries(scenario.assumptions);
  const fewer = assumed.map(([gone]) => ({
    ...scenario,
    assumptions: Object.fromEntries(assumed.filter(([id]) => id !== gone)),
  }));
  return [
    ...(plain.length > 1 ? [bare] : []),
    ...plain,
    ...(assumed.length > 1 ? [{ ...scenario, assumptions: {} }] : []),
    ...fewer,
  ];
};

const plainRow = ({ records, collects, notifiedAfter, consent, ...row }: CustomerRow): readonly CustomerRow[] => {
  const written = {
    ...row,
    ...(records !== undefined && { records }),
    ...(collects !== undefined && { collects }),
    ...(notifiedAfter !== undefined && { notifiedAfter }),
    ...(consent !== undefined && { consent }),
  };
  const lacking = (name: keyof CustomerRow): CustomerRow => {
    const { [name]: _, ...rest } = written;
    return rest;
  };
  const counts = typeof records === 'number' ? [0, 1, 2, 250, 251].filter((count) => count < records) : [];
  return [
    ...(notifiedAfter === undefined ? [] : [lacking('notifiedAfter')]),
    ...(consent === undefined ? [] : [lacking('consent')]),
    ...counts.map((count) => ({ ...written, records: count })),
    ...(collects === undefined ? [] : [lacking('collects')]),
    ...(collects === undefined ? [] : roundings(collects).map((length) => ({ ...written, collects: length }))),
  ];
};

/** All customers are drawn alike, and stay so. */
export const plainCustomers: Simplify = ({ scenario }) => {
  const { customers } = scenario;
  const [first] = customers;
  if (first === undefined) return [];
  const few = [1, 2, 6].filter((count) => count < customers.length).map((count) => customers.slice(0, count));
  const plain = plainRow(first).map((row) => customers.map(() => row));
  return [...few, ...plain].map((rows) => ({ ...scenario, customers: rows }));
};
