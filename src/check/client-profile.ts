import type { ExchangeName, Scenario } from '../language/ast.ts';
import { findPageSize } from './page-size.ts';
import type { Habits } from './arbitraries/triggers.ts';
import { expectationOf } from './trial/mode.ts';
import { drawnName } from './arbitraries/scenarios.ts';
import type { Trial } from './trial/trial.ts';
import { type Trying, tryScenario } from './trial/try-scenario.ts';

/** A story in which nothing goes wrong. */
export const plainStory: Scenario = {
  version: 1,
  name: drawnName,
  source: drawnName,
  customers: [{ records: 3 }],
  assumptions: {},
  steps: [],
  expect: expectationOf('recoverable'),
};

/** The same with a second customer, whom a client may attend to or not. */
const pairStory: Scenario = { ...plainStory, customers: [{ records: 1 }, { records: 1 }] };

/** How often a client has which exchange, and whether it attends to all customers. */
export const findHabits = async (plain: Trial, trying: Trying): Promise<Habits> => {
  const counts = countExchanges(plain);
  const pair = countExchanges(await tryScenario(pairStory, trying));
  const isForAll = (pair.createDataQuery ?? 0) > (counts.createDataQuery ?? 0);
  return { ...counts, customers: isForAll ? 2 : 1, pageSize: findPageSize(plain.trace.entries) };
};

const countExchanges = ({ trace }: Trial): Partial<Record<ExchangeName, number>> => {
  const counts: Partial<Record<ExchangeName, number>> = {};
  for (const entry of trace.entries) {
    if (entry.kind !== 'request' && entry.kind !== 'notification') continue;
    const name = entry.kind === 'request' ? entry.operation : entry.kind;
    if (name !== 'unknown') counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
