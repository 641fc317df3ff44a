import * as fc from 'fast-check';
import { ruleIds } from '../../../src/rules/catalogue.ts';
import type { Expectation, Expected, MailShape, Timing } from '../../../src/language/ast.ts';
import { exchangeNames, unbounded } from '../../../src/language/words.ts';
import { unfiredChoices } from '../../../src/language/expected.ts';
import { duration, line, maybe, plain, span } from './basics.ts';

const count = fc.oneof(
  fc.nat(1000).map((exact) => ({ atLeast: exact, atMost: exact })),
  fc.tuple(fc.nat(1000), fc.nat(1000)).map(([atLeast, more]) => ({ atLeast, atMost: atLeast + more })),
  fc.nat(1000).map((atLeast) => ({ atLeast, atMost: unbounded })),
);

const bounds = fc.oneof(
  duration,
  span,
  duration.map((least) => `${least}..`),
  duration.map((most) => `..${most}`),
);

const timing: fc.Arbitrary<Timing> = fc
  .record(
    { first: bounds, last: bounds, waits: fc.oneof(bounds, fc.array(bounds, { maxLength: 3 })) },
    { ...maybe, requiredKeys: [] },
  )
  .filter((told) => Object.keys(told).length > 0);

const mail: fc.Arbitrary<MailShape> = fc.record(
  { to: line, from: line, content: fc.constantFrom('a|b', '/a/i', 'no: x') },
  { ...maybe, requiredKeys: [] },
);

/** What a run can be held to. */
const expected = {
  client: fc.oneof(
    fc.constant({ outcome: 'succeeds' as const }),
    fc.constant({ outcome: 'ends' as const }),
    fc.record({ outcome: fc.constant('fails' as const), matching: fc.constantFrom('a|b', '/a/i', 'no: x') }, maybe),
  ),
  result: plain,
  requests: fc.dictionary(fc.constantFrom(...exchangeNames), count, maybe),
  within: duration,
  when: fc.dictionary(fc.constantFrom(...exchangeNames), timing, maybe),
  arrived: fc.oneof(
    count,
    fc.record({ byCustomer: fc.dictionary(fc.constantFrom('ann', 'bob'), count, { ...maybe, minKeys: 1 }) }, maybe),
  ),
  mails: fc.oneof(count, fc.array(mail, { maxLength: 3 })),
  queries: fc.record({ inProgress: count, completed: count, canceled: count }, { ...maybe, requiredKeys: [] }),
};

const withoutResultOfFailure = <Told extends Expected>(told: Told): Told => {
  if (told.client?.outcome !== 'fails' && told.result !== undefined) return told;
  const { result: _, ...rest } = told;
  return rest as Told;
};

const example: fc.Arbitrary<Expected> = fc
  .record(expected, { ...maybe, requiredKeys: [] })
  .map(({ requests, ...rest }) => (Object.keys(requests ?? {}).length === 0 ? rest : { ...rest, requests }) as Expected)
  .map(withoutResultOfFailure);

/** Anything that can be expected. */
export const expectation: fc.Arbitrary<Expectation> = fc
  .record(
    {
      ...expected,
      unfired: fc.constantFrom(...unfiredChoices),
      rules: fc.oneof(
        fc.constantFrom('all' as const, 'must' as const, 'none' as const),
        fc.dictionary(fc.constantFrom(...ruleIds), fc.constantFrom('off', 'should', 'must'), maybe),
      ),
      example,
    },
    { ...maybe, requiredKeys: ['client', 'requests'] },
  )
  .map((told) => withoutResultOfFailure(told as Expectation));
