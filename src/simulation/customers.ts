import { type DataRecord, makeRecord } from '../core/records.ts';
import type { Holding } from '../core/world.ts';
import type { CustomerTokens } from './authorization.ts';
import type { ClientCustomer } from './client-env.ts';

/** A customer as a test sees him: what the application knows of him, and what the service holds. */
export interface SimulatedCustomer extends ClientCustomer {
  /** What an import of this customer and scope must end with, in the order of the listing. */
  readonly records: readonly DataRecord[];
}

/** A customer in one scope, with the tokens he gave an application. */
export const describeCustomer = (holding: Holding, tokens: CustomerTokens, seed: number): SimulatedCustomer => {
  const { customerId, scope } = holding;
  let records: readonly DataRecord[] | undefined;
  return {
    id: customerId,
    scope,
    ...tokens,
    get records() {
      records ??= Array.from({ length: holding.records }, (_, index) => makeRecord(seed, customerId, scope, index));
      return records;
    },
  };
};
