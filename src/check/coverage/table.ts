import { exchangeFaultNames } from '../../spec/faults.ts';
import { operationNames, operations } from '../../spec/routes.ts';
import { refusalsOf } from '../../spec/refusals.ts';
import { boundaryCell } from './boundaries.ts';
import { isOfOperation } from '../rows-of-operation.ts';
import type { Habits } from '../draw/moments.ts';

/** Levers that are worth pulling at any time. */
const levers = [
  'expireToken',
  'revokeToken',
  'revokeConsent',
  'expireConsent',
  'grantConsent',
  'holdAccount',
  'elapse',
];
const states = ['before a query', 'while collecting', 'once completed', 'once canceled'];
/** An answer that is late leaves no more than the time of its arrival. */
const network = exchangeFaultNames.filter((name) => name !== 'late');

/** All that a client with these habits can come across. */
export const expectedCells = (habits: Habits): readonly string[] => {
  const used = operationNames.filter((name) => (habits[name] ?? 0) > 0);
  const queries = used.includes('createDataQuery');
  const lists = used.includes('listDataQueryRecords');
  return [
    ...used.flatMap((operation) => [
      ...refusalsOf[operations[operation].host]
        .filter((row) => isOfOperation(row, operation))
        .map((row) => `${operation}: ${row === 'badRequest' ? 'emailBadRequest' : row}`),
      ...network.map((fault) => `${operation}: ${fault}`),
    ]),
    ...(queries ? levers.flatMap((lever) => states.map((state) => `${lever} ${state}`)) : []),
    ...(queries ? ['revokeConsent', 'expireConsent', 'holdAccount'].map((cause) => `CANCELED after ${cause}`) : []),
    ...((habits.notification ?? 0) > 0 ? ['lost', 'late', 'repeated'].map((fault) => `notification: ${fault}`) : []),
    ...(lists ? [...sidesOf(['tokenLife', 'listingHour']), ...pages] : []),
    ...(used.includes('downloadFile') ? sidesOf(['linkLife']) : []),
    'the client succeeds',
    'the client gives up',
  ];
};

const sidesOf = (names: readonly Parameters<typeof boundaryCell>[0][]): readonly string[] =>
  names.flatMap((name) => (['one below', 'at', 'one above'] as const).map((side) => boundaryCell(name, side)));

const pages = [boundaryCell('onePageOfRecords', 'at'), boundaryCell('onePageOfRecords', 'one above')];
