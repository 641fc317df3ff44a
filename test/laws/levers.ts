import { type Arbitrary, constant, constantFrom, integer, oneof, record, tuple } from 'fast-check';
import type { Action, RequestFault } from '../../src/core/action.ts';
import { serviceFaultNames } from '../../src/spec/faults.ts';
import { minute, type Move, second } from './moves.ts';

/** What can be done to the world, as moves of a story. */

const lever = (action: Arbitrary<Action>): Arbitrary<Move> => action.map((one) => ({ do: 'lever', action: one }));

/** What can be done to one customer. */
export const toCustomer = (customers: readonly string[]): Arbitrary<Move> => {
  const customer = constantFrom(...customers);
  const application = constantFrom(undefined, 'app', 'other');
  const scope = constantFrom(undefined, 'orders');
  return lever(
    oneof(
      tuple(constantFrom('expireToken', 'revokeToken'), customer, application).map(
        ([what, whose, by]): Action => ({
          do: what,
          customer: whose,
          ...(by && { application: by }),
        }),
      ),
      record({ do: constantFrom('holdAccount', 'releaseAccount', 'finishCollection'), customer }),
      tuple(constantFrom('revokeConsent', 'expireConsent'), customer, scope, application).map(
        ([what, whose, where, by]): Action => ({
          do: what,
          customer: whose,
          ...(where && { scope: where }),
          ...(by && { application: by }),
        }),
      ),
      tuple(customer, constantFrom(undefined, 3 * minute + 7, 10 * minute)).map(
        ([whose, length]): Action => ({
          do: 'grantConsent',
          customer: whose,
          ...(length && { for: length }),
        }),
      ),
      tuple(customer, constantFrom('customerId', 'profileId'), constantFrom(true, false)).map(
        ([whose, id, isBlank]): Action =>
          isBlank
            ? { do: 'blankToken', customer: whose, lacks: id }
            : { do: 'garbleToken', customer: whose, garbles: id },
      ),
    ),
  );
};

/** What can be done to one application. */
export const toApplication = (applications: readonly string[]): Arbitrary<Move> => {
  const application = constantFrom(...applications);
  return lever(
    oneof(
      record({ do: constantFrom('rotateSecret', 'allowlistApp', 'delistApp', 'deleteProfile'), application }),
      record({
        do: constantFrom('enableScope', 'disableScope'),
        application,
        scope: constantFrom('orders', 'profile'),
      }),
      record({
        do: constantFrom('attachProfile', 'detachProfile'),
        application,
        api: constantFrom('portability', 'submission'),
      }),
    ),
  );
};

const serviceFault = constantFrom(...serviceFaultNames);
export const toService: Arbitrary<Move> = lever(
  oneof(
    tuple(serviceFault, constantFrom(undefined, second, 5 * minute)).map(
      ([what, length]): Action => ({
        do: 'beginFault',
        fault: what,
        ...(length && { for: length }),
      }),
    ),
    record({ do: constant('endFault'), fault: serviceFault }),
  ),
);

const operation = constantFrom('createDataQuery', 'listDataQueryRecords', 'requestToken', 'downloadFile', 'sendEmail');
const times = integer({ min: 1, max: 2 });

export const exchangeFaults: Arbitrary<RequestFault> = oneof(
  record({ do: constant('fault'), operation, fault: record({ name: constantFrom('reset', 'silence') }), times }),
  record({
    do: constant('fault'),
    operation,
    fault: record({ name: constant('late'), by: constantFrom(1, second) }),
    times,
  }),
);

const failure = oneof(
  record({ kind: constant('status'), status: constantFrom(400, 404, 429, 500, 503, 504) }),
  record({ kind: constant('row'), row: constant('integrationTimeout') }),
);

export const faults: Arbitrary<Move> = lever(
  oneof(record({ do: constant('fail'), operation, failure, times }), exchangeFaults),
);
