import type { ExchangeName, Scenario } from '../language/ast.ts';
import { limits } from '../spec/limits.ts';
import { listExchanges } from './exchanges.ts';
import { expectationOf } from './trial/mode.ts';
import type { Trial } from './trial/trial.ts';
import { type TrialSetup, runTrial } from './trial/run-trial.ts';

/** What is known of a client from runs without a fault. What it never does, nothing need be injected into. */
export interface ClientProfile {
  /** How often it has which exchange. */
  readonly exchanges: Partial<Readonly<Record<ExchangeName, number>>>;
  /** To how many of two customers it attends. */
  readonly customers: number;
  /** How many records it asks for at a time. */
  readonly pageSize: number;
}

/** A generated scenario is called so until somebody knows what it breaks. */
export const generatedName = 'generated';

/** The scenario without a fault. */
export const baseline: Scenario = {
  version: 1,
  name: generatedName,
  source: generatedName,
  customers: [{ records: 3 }],
  assumptions: {},
  steps: [],
  expect: expectationOf('recoverable'),
};

/** The same as short as it can be with more than one file, for those who run it many times. */
export const plainImport: Scenario = { ...baseline, name: 'plain import', customers: [{ records: 2 }] };

/** The same with a second customer, whom a client may attend to or not. */
const twoCustomers: Scenario = { ...baseline, customers: [{ records: 1 }, { records: 1 }] };

/** Reads the profile of a client from its run of the baseline, and from one with two customers. */
export const profileClient = async (run: Trial, setup: TrialSetup): Promise<ClientProfile> => {
  const exchanges = countExchanges(run);
  const ofTwo = countExchanges(await runTrial(twoCustomers, setup));
  const isForAll = (ofTwo.createDataQuery ?? 0) > (exchanges.createDataQuery ?? 0);
  return { exchanges, customers: isForAll ? 2 : 1, pageSize: findPageSize(run) };
};

const countExchanges = ({ trace }: Pick<Trial, 'trace'>): ClientProfile['exchanges'] =>
  Object.fromEntries(listExchanges(trace.entries).map(({ exchange, nth }) => [exchange, nth]));

/** How many records a client asks for at a time, as its first listing says. */
export const findPageSize = ({ trace }: Pick<Trial, 'trace'>): number => {
  const list = trace.entries.find((entry) => entry.kind === 'request' && entry.operation === 'listDataQueryRecords');
  const size = list?.kind === 'request' ? Number(/[?&]maxResults=(\d+)/.exec(list.request.url)?.[1]) : Number.NaN;
  const { least, value } = limits.pageSize;
  return size >= least && size <= value ? size : value;
};
