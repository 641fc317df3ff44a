import type { ExchangeName, Scenario } from '../language/ast.ts';
import { limits } from '../spec/limits.ts';
import { listExchanges } from './exchanges.ts';
import { expectationOf } from './trial/mode.ts';
import type { Symptom, Trial } from './trial/trial.ts';
import { type TrialSetup, runTrial } from './trial/run-trial.ts';

/** What is known of a client from runs without a fault. What it never does, nothing need be injected into. */
export interface ClientProfile {
  /** How often it has which exchange. */
  readonly exchanges: Partial<Readonly<Record<ExchangeName, number>>>;
  /** To how many of several customers it attends: 1, or 2 for all of them. */
  readonly customers: number;
  /** How many records it asks for at a time. */
  readonly pageSize: number;
}

/** A generated scenario is called so until somebody knows what it breaks. */
export const generatedName = 'generated';

/** As short as it can be with more than one file, for those who run it many times. */
export const plainImport: Scenario = {
  version: 1,
  name: 'plain import',
  source: generatedName,
  customers: [{ records: 2 }],
  assumptions: {},
  steps: [],
  expect: expectationOf('recoverable'),
};

/** One customer, one scope, and a few records on one page: what a profile counts. */
const oneListing: Scenario = { ...plainImport, name: generatedName, customers: [{ records: 3 }] };

const threePages: Scenario = { ...oneListing, assumptions: { 'list.mostPerPage': 1 } };
const twoScopes = [
  { id: 'customer-1', scope: 'orders', records: 3 },
  { id: 'customer-1', scope: 'profile', records: 1 },
] as const;

/**
 * The scenario without a fault. It has two customers, two scopes and three pages, so that a client that forgets some of them
 * is found out before anything goes wrong. The pages are short by the service's own choice, and so cost no records.
 */
export const baseline: Scenario = {
  ...threePages,
  customers: [...twoScopes, { id: 'customer-2', scope: 'orders', records: 3 }],
};

/** The same with less of each, the plainest first. */
const plainerBaselines: readonly Scenario[] = [
  oneListing,
  threePages,
  { ...oneListing, customers: [{ records: 1 }, { records: 1 }] },
  { ...oneListing, customers: twoScopes },
];

/** The plainest scenario without a fault in which a client does wrong what it does in the baseline. */
export const plainestBaseline = async (trial: Trial, { key }: Symptom, setup: TrialSetup): Promise<Trial> => {
  for (const scenario of plainerBaselines) {
    const plainer = await runTrial(scenario, setup);
    if (plainer.symptoms.some((symptom) => symptom.key === key)) return plainer;
  }
  return trial;
};

/** Reads the profile of a client from its run of the baseline, and from one with no more than one customer. */
export const profileClient = async (run: Trial, setup: TrialSetup): Promise<ClientProfile> => {
  const exchanges = countExchanges(await runTrial(oneListing, setup));
  const ofAll = countExchanges(run);
  const isForAll = (ofAll.createDataQuery ?? 0) > (exchanges.createDataQuery ?? 0);
  return { exchanges, customers: isForAll ? 2 : 1, pageSize: findPageSize(run) };
};

const countExchanges = ({ raw }: Pick<Trial, 'raw'>): ClientProfile['exchanges'] =>
  Object.fromEntries(listExchanges(raw).map(({ exchange, nth }) => [exchange, nth]));

/** How many records a client asks for at a time, as its first listing says. */
export const findPageSize = ({ raw }: Pick<Trial, 'raw'>): number => {
  const list = raw.find((entry) => entry.kind === 'request' && entry.operation === 'listDataQueryRecords');
  const size = list?.kind === 'request' ? Number(/[?&]maxResults=(\d+)/.exec(list.request.url)?.[1]) : Number.NaN;
  const { least, value } = limits.pageSize;
  return size >= least && size <= value ? size : value;
};
