import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Scenario } from '../../src/language/ast.ts';
import { scenario } from '../../src/language/builder.ts';
import { printScenario } from '../../src/language/print-scenario.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { amount } from '../sampled.ts';
import { asScenario, story, withoutPlaces } from './arbitraries/story.ts';

/** What a printed module exports, run as the module itself would be. */
const runModule = (text: string): Scenario => {
  const [imports = '', ...rest] = text.split('\n');
  const body = rest.join('\n').replace(/^\s*export default /, 'return ');
  expect(imports).toBe("import { scenario } from 'stunt-double';");
  // oxlint-disable-next-line typescript/no-implied-eval -- the text under test is a program
  return new Function('scenario', body)(scenario) as Scenario;
};

test('what is printed as YAML is read as the same scenario', () => {
  fc.assert(
    fc.property(story, (told) => {
      const given = asScenario(told);

      const read = readScenario(printScenario(given, 'yaml'), 'printed.yaml');

      expect(withoutPlaces(read)).toStrictEqual(withoutPlaces(given));
    }),
    { numRuns: amount({ usual: 30, deep: 400 }), seed: 11 },
  );
});

test('what is printed as TypeScript builds the same scenario', () => {
  fc.assert(
    fc.property(story, (told) => {
      const given = asScenario(told);

      const built = runModule(printScenario(given, 'typescript'));

      expect(withoutPlaces(built)).toStrictEqual(withoutPlaces(given));
    }),
    { numRuns: amount({ usual: 30, deep: 400 }), seed: 11 },
  );
});

const late = scenario('late')
  .client('./import.ts')
  .customer({ records: 600, collects: '10m' })
  .assume({ 'cache.errors': 'success-only' })
  .on('listDataQueryRecords', { nth: 2 })
  .fail('integrationTimeout', { times: 3 })
  .on('notification')
  .elapse('61m')
  .at('5m')
  .regionDown('eu-west-1', { for: '10m' })
  .expect({ client: { fails: /elapsed/i }, requests: { createDataQuery: { atLeast: 2 } }, within: '3h' })
  .build();

test('as YAML it reads like one written by hand', () => {
  expect(printScenario(late, 'yaml')).toBe(`name: late
client: ./import.ts
customer: { records: 600, collects: 10m }
assumptions: { cache.errors: success-only }
steps:
  - { on: listDataQueryRecords, nth: 2, fail: integrationTimeout, times: 3 }
  - { on: notification, elapse: 61m }
  - { at: 5m, do: regionDown, region: eu-west-1, for: 10m }
expect:
  client: { fails: /elapsed/i }
  within: 3h
  requests: { createDataQuery: 2.. }
`);
});

test('as TypeScript it is the chain of calls that builds it', () => {
  expect(printScenario(late, 'typescript')).toBe(`import { scenario } from 'stunt-double';

export default scenario('late')
  .client('./import.ts')
  .customer({ records: 600, collects: '10m' })
  .assume({ 'cache.errors': 'success-only' })
  .on('listDataQueryRecords', { nth: 2 }).fail('integrationTimeout', { times: 3 })
  .on('notification').elapse('61m')
  .at('5m').regionDown('eu-west-1', { for: '10m' })
  .expect({ client: { fails: '/elapsed/i' }, within: '3h', requests: { createDataQuery: '2..' } })
  .build();
`);
});

test('a scenario that says nothing but its name is printed as that', () => {
  expect(printScenario(scenario("it's plain").build(), 'yaml')).toBe("name: it's plain\n");
  expect(printScenario(scenario("it's plain").build(), 'typescript')).toContain(
    "scenario('it\\'s plain')\n  .build();",
  );
});
