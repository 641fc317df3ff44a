import type { CustomerRecord } from '../core/records/data.ts';
import { makeRecord } from '../core/records/generate.ts';
import type { Holding } from '../core/world.ts';
import type { ClientCustomer } from './client-env.ts';
import { readingsOf } from './readings.ts';

/** The tokens that a customer's authorization gave an application. Empty where there was none. */
export type CustomerTokens = Pick<ClientCustomer, 'accessToken' | 'refreshToken'>;

export const noTokens: CustomerTokens = { accessToken: '', refreshToken: '' };

/** A customer as a test sees them: what the application knows of them, and what the service holds. */
export interface SimulatedCustomer extends ClientCustomer {
  /**
   * What an import of this customer and scope must end with, in the order of the listing: the contents of the data files;
   * or, for files of your own, the `path`, `bytes` and `contentType` of each.
   */
  readonly records: readonly CustomerRecord[];
}

export const describeCustomer = (holding: Holding, tokens: CustomerTokens, seed: number): SimulatedCustomer => {
  const { customerId, scope } = holding;
  return withRecords({ id: customerId, scope, ...tokens }, { holding, seed, records: undefined });
};

interface Kept {
  readonly holding: Holding;
  readonly seed: number;
  records: readonly CustomerRecord[] | undefined;
}

const withRecords = readingsOf<Kept, Pick<SimulatedCustomer, 'records'>>({
  records: (kept) => (kept.records ??= freeze(recordsOf(kept.holding, kept.seed))),
});

const recordsOf = ({ customerId, scope, records, data }: Holding, seed: number): readonly CustomerRecord[] => {
  switch (data?.kind) {
    case 'own':
      return data.texts.map((text) => JSON.parse(text) as CustomerRecord);
    case 'files':
      return data.files.map((file) => ({ ...file }));
    case 'padded':
    case undefined:
      return Array.from({ length: records }, (_, index) => makeRecord(seed, customerId, scope, index));
    default:
      return data satisfies never;
  }
};

/** A test that changed what it compares with would compare with itself. */
const freeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
};
