import * as fc from 'fast-check';
import type { ApplicationRow, CustomerRow, LimitChoices } from '../../../src/language/ast.ts';
import { apiNames } from '../../../src/spec/hosts.ts';
import { duration, id, maybe, plainObject, span } from './basics.ts';

const rowFields = {
  id,
  scope: id,
  collects: fc.oneof(duration, span, fc.constant('held')),
  notifiedAfter: duration,
  consent: fc.oneof(fc.boolean(), duration),
};
/** A customer's data in one scope. */
export const row: fc.Arbitrary<CustomerRow> = fc.oneof(
  fc.record(
    { ...rowFields, records: fc.nat(1_000_000), fileSize: fc.integer({ min: 1, max: 2_000_000_000 }) },
    { ...maybe, requiredKeys: [] },
  ),
  fc.record(
    { ...rowFields, records: fc.array(plainObject, { minLength: 1, maxLength: 2 }), schema: plainObject },
    { ...maybe, requiredKeys: ['records'] },
  ),
);

export const application: fc.Arbitrary<ApplicationRow> = fc.record(
  {
    id,
    scopes: fc.array(id, { maxLength: 2 }),
    allowlisted: fc.boolean(),
    attached: fc.subarray([...apiNames]),
    customers: fc.array(id, { maxLength: 2 }),
  },
  { ...maybe, requiredKeys: ['id'] },
);

const amount = fc.integer({ min: 1, max: 1000 });
export const limits: fc.Arbitrary<LimitChoices> = fc.record(
  {
    createRate: amount,
    createBurst: amount,
    createOverall: amount,
    listRate: amount,
    listBurst: amount,
    listDaily: amount,
    pageSize: amount,
    answerMemory: duration,
    linkLifetime: duration,
    listingWindow: duration,
  },
  { ...maybe, requiredKeys: [] },
);
