import type { Expected, Scenario } from '../language/ast.ts';
import { placeOfExpected } from '../language/expected.ts';
import { settingsOf } from '../language/settings.ts';
import { customersOf, unknownCustomer } from '../language/strangers.ts';
import type { Misuse } from '../misuse.ts';
import { readAccounts } from '../simulation/accounts.ts';

/** The customers that a scenario names beside its steps, and has not: nothing would ever arrive of them, and that is 0. */
export const findStrangers = (scenario: Scenario): readonly Misuse[] => {
  const { applications = [], expect } = scenario;
  const named: readonly Named[] = [
    ...applications.flatMap(({ customers = [] }, row) =>
      customers.map((name, index) => [name, `applications[${row}].customers[${index}]`] as const),
    ),
    ...counted(expect, 'expect'),
    ...counted(expect.example, 'expect.example'),
  ];
  if (named.length === 0) return [];
  const known = customersOf(readAccounts(settingsOf(scenario)).holdings);
  return named
    .filter(([name]) => !known.includes(name))
    .map(([name, path]) => unknownCustomer(placeOfExpected(scenario, path), name, known));
};

type Named = readonly [name: string, path: string];

const counted = ({ arrived }: Expected = {}, path: string): readonly Named[] =>
  arrived === undefined || !('byCustomer' in arrived)
    ? []
    : Object.keys(arrived.byCustomer).map((name) => [name, `${path}.arrived.${name}`]);
