import type { Expected, Scenario } from '../language/ast.ts';
import { placeOfExpected } from '../language/expected.ts';
import { settingsOf } from '../language/settings.ts';
import { Misuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
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
  const known = [...new Set(readAccounts(settingsOf(scenario)).holdings.map(({ customerId }) => customerId))];
  return named
    .filter(([name]) => !known.includes(name))
    .map(([name, path]) => {
      const what = `there is no customer "${name}"`;
      return new Misuse('UNKNOWN_CUSTOMER', placeOfExpected(scenario, path), what, suggest(name, known));
    });
};

type Named = readonly [name: string, path: string];

const counted = ({ arrived }: Expected = {}, path: string): readonly Named[] =>
  arrived === undefined || !('byCustomer' in arrived)
    ? []
    : Object.keys(arrived.byCustomer).map((name) => [name, `${path}.arrived.${name}`]);
