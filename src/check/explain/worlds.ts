import type { CustomerRow, Scenario } from '../../language/ast.ts';
import { showChoice } from '../../spec/assumptions/show-choice.ts';
import { regionNames, type Region } from '../../spec/regions.ts';
import { type Duration, ms, parseDuration } from '../../spec/time.ts';
import { findPageSize } from '../client-profile.ts';
import type { Finding } from '../shrink/goal.ts';
import { howLong } from './moments.ts';
import { type Answer, listTexts, type Question, type Try } from './question.ts';

/** Whether the rest of the world matters: how much there is to import and for whom, where, at which pace, and chance. */
export const worldsOf = (found: Finding): readonly Question[] => {
  const { scenario } = found.trial;
  const { customers, assumptions } = scenario;
  return [
    howManyRecords(found),
    ...(customers.length === 1 ? [aSecondCustomer(found)] : [fewerCustomers(found)]),
    ...Object.entries(assumptions).map(([id, reading]) =>
      needs(`the reading "${id}: ${showChoice(reading)}" of an open point`, {
        ...scenario,
        assumptions: Object.fromEntries(Object.entries(assumptions).filter(([other]) => other !== id)),
      }),
    ),
    ...(['limits', 'applications', 'clockSkew'] as const)
      .filter((name) => scenario[name] !== undefined)
      .map((name) => needs(`what the scenario sets as "${name}"`, lacking(scenario, name))),
    howLongCollecting(scenario),
    ...howLateNotified(scenario),
    whichRegion(scenario),
    whichSeed(scenario),
    eitherWay('latency', [{ ...scenario, latency: scenario.latency === undefined ? '1s' : '50ms' }]),
  ];
};

const howLongCollecting =
  (scenario: Scenario): Question =>
  async (breaks): Promise<Answer> => {
    const what = 'how long the collection takes';
    const given = scenario.customers[0]?.collects;
    const collecting = (collects: string): Promise<boolean | undefined> => breaks(withRows(scenario, { collects }));
    const [short, long] = [await collecting('1m'), await collecting('30m')];
    if (short === true && long === true) return { indifferent: what };
    if (given === undefined) return undefined;
    if (short === false && (parseDuration(given) ?? 0) > ms('1m'))
      return howLong(what, given, (_, one) => collecting(one))(breaks);
    return long === false ? { matters: `it takes a collection of ${given}: with 30m it does not break` } : undefined;
  };

const howLateNotified = (scenario: Scenario): readonly Question[] => {
  const length = scenario.customers[0]?.notifiedAfter;
  if (length === undefined || (parseDuration(length) ?? 0) === 0) return [];
  const vary = (breaks: Try, notifiedAfter: Duration) => breaks(withRows(scenario, { notifiedAfter }));
  return [howLong('how late the notification is sent', length, vary)];
};

const withRows = (scenario: Scenario, more: Partial<CustomerRow>): Scenario => ({
  ...scenario,
  customers: scenario.customers.map((row) => ({ ...row, ...more })),
});

const lacking = (scenario: Scenario, name: 'limits' | 'applications' | 'clockSkew'): Scenario => {
  const { [name]: _, ...others } = scenario;
  return others;
};

/** A thing that is found not to matter where all that is tried does the same; where not, no sentence is proven. */
const eitherWay =
  (what: string, variations: readonly Scenario[]): Question =>
  async (breaks): Promise<Answer> => {
    if (variations.length === 0) return undefined;
    for (const scenario of variations) if ((await breaks(scenario)) !== true) return undefined;
    return { indifferent: what };
  };

const needs =
  (what: string, without: Scenario): Question =>
  async (breaks): Promise<Answer> => {
    const outcome = await breaks(without);
    if (outcome === undefined) return undefined;
    return outcome ? { indifferent: what } : { matters: `it takes ${what}` };
  };

/** More pages than one are only tried where pages are small: every record is downloaded. */
const mostRecords = 51;

const howManyRecords = ({ trial }: Finding): Question => {
  const { scenario } = trial;
  const [row] = scenario.customers;
  const given = typeof row?.records === 'number' ? row.records : undefined;
  return async (breaks) => {
    if (given === undefined) return undefined;
    const page = findPageSize(trial);
    const others = [given - 1, 1, 3, page + 1].filter(
      (count, place, all) =>
        count >= 0 && count !== given && count <= Math.max(given, mostRecords) && all.indexOf(count) === place,
    );
    const outcomes = new Map<number, boolean>();
    for (const records of others) {
      const outcome = await breaks(withRows(scenario, { records }));
      if (outcome !== undefined) outcomes.set(records, outcome);
    }
    return sayRecords(given, page, outcomes);
  };
};

const sayRecords = (given: number, page: number, outcomes: ReadonlyMap<number, boolean>): Answer => {
  const not = [...outcomes].filter(([, breaks]) => !breaks).map(([count]) => count);
  const all = [...outcomes.keys()].map(String);
  if (outcomes.size === 0) return undefined;
  if (not.length === 0) return { indifferent: `how many records there are (${listTexts(all)} do the same)` };
  if (outcomes.get(given - 1) === false && [...outcomes].every(([count, breaks]) => breaks === count > given)) {
    if (given === page + 1) return { matters: `it takes a second page: ${given} records, in pages of ${page}` };
    return { matters: `it takes ${given} ${given === 1 ? 'record' : 'records'} or more: ${given - 1} are not enough` };
  }
  if (not.length < outcomes.size)
    return { matters: `the number of records counts: with ${listTexts(not.map(String))} it does not break` };
  if (given === 0) return { matters: `it takes a listing without records: with ${listTexts(all)} it does not break` };
  return { matters: `it takes ${given} records: with ${listTexts(all)} it does not break` };
};

const aSecondCustomer = ({ trial: { scenario } }: Finding): Question => {
  const [row] = scenario.customers;
  const isNamed = row?.id !== undefined;
  return eitherWay('a second customer', row === undefined || isNamed ? [] : [{ ...scenario, customers: [row, row] }]);
};

const fewerCustomers = ({ trial: { scenario } }: Finding): Question =>
  needs(`${scenario.customers.length} customers`, { ...scenario, customers: scenario.customers.slice(0, -1) });

const whichSeed = (scenario: Scenario): Question => {
  const { seed = 0 } = scenario;
  return async (breaks) => {
    const outcomes = [await breaks({ ...scenario, seed: seed + 1 }), await breaks({ ...scenario, seed: seed + 2 })];
    if (outcomes.every((outcome) => outcome === true)) return { indifferent: 'the seed' };
    return outcomes.includes(false) ? { matters: `it takes the seed ${seed}: not every other does it` } : undefined;
  };
};

/** Regions are named by steps that take one down, or that wait for a request to one. */
const whichRegion = (scenario: Scenario): Question => {
  const named = regionNames.filter((region) => JSON.stringify(scenario.steps).includes(`"${region}"`));
  const [given] = named;
  const rename = (region: Region): Scenario => ({
    ...scenario,
    steps: JSON.parse(JSON.stringify(scenario.steps).replaceAll(`"${given}"`, `"${region}"`)) as Scenario['steps'],
  });
  return async (breaks) => {
    if (given === undefined || named.length > 1) return undefined;
    const others = regionNames.filter((region) => region !== given);
    const outcomes: (boolean | undefined)[] = [];
    for (const region of others) outcomes.push(await breaks(rename(region)));
    if (outcomes.every((outcome) => outcome === true)) return { indifferent: 'which region it is' };
    return outcomes.every((outcome) => outcome === false)
      ? { matters: `it takes ${given}: ${listTexts(others)} do not do it` }
      : undefined;
  };
};
