import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { eventNames } from '../../src/core/event.ts';
import type { CustomerRow, Expectation, Scenario, StepAction, Trigger } from '../../src/scenario/ast.ts';
import { type ExpectationInput, scenario, type ScenarioBuilder } from '../../src/scenario/builder.ts';
import { readScenario } from '../../src/scenario/read-scenario.ts';
import type { StepVerbs } from '../../src/scenario/step-verbs.ts';
import { exchangeNames, unbounded } from '../../src/scenario/words.ts';
import { refusalNames } from '../../src/spec/refusals.ts';
import { operationNames } from '../../src/spec/routes.ts';

type Story = Omit<Scenario, 'source' | 'version' | 'client' | 'steps'> & {
  readonly steps: readonly { readonly trigger: Trigger; readonly action: StepAction }[];
};

const maybe = { noNullPrototype: true } as const;
const id = fc.stringMatching(/^[a-z][a-z0-9.:@~_-]{0,9}$/);
const nth = fc.integer({ min: 1, max: 1_000_000 });
const duration = fc
  .tuple(fc.nat(999), fc.constantFrom('ms', 's', 'm', 'h', 'd'))
  .map(([amount, unit]) => `${amount}${unit}`);
const failure = fc.oneof(
  fc.record({ kind: fc.constant('row' as const), row: fc.constantFrom(...refusalNames) }, maybe),
  fc.record({ kind: fc.constant('status' as const), status: fc.integer({ min: 400, max: 599 }) }, maybe),
);

const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  fc.record({ kind: fc.constant('at' as const), time: duration }, maybe),
  fc.record({ kind: fc.constant('after' as const), event: fc.constantFrom(...eventNames), nth, wait: duration }, maybe),
  fc.record({ kind: fc.constant('on' as const), exchange: fc.constantFrom(...exchangeNames), nth }, maybe),
);

/** A record that always says what to do, and may say the rest. */
const deed = <Verb extends StepAction['do'], Rest extends object>(
  verbs: readonly [Verb, ...Verb[]],
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) =>
  fc
    .tuple(fc.constantFrom(...verbs), fc.record(rest, { ...maybe, requiredKeys: [] }))
    .map(([verb, options]) => ({ do: verb, ...options }));

const action: fc.Arbitrary<StepAction> = fc.oneof(
  deed(['expireToken', 'revokeToken', 'releaseAccount'], { customer: id }),
  fc.record(
    {
      do: fc.constantFrom('expireStoreToken' as const, 'revokeStoreToken' as const),
      store: fc.constantFrom('submission' as const, 'reporting' as const),
    },
    maybe,
  ),
  deed(['revokeConsent', 'expireConsent', 'grantConsent'], { customer: id, scope: id }),
  deed(['holdAccount'], { customer: id, for: duration }),
  fc.record({ do: fc.constant('elapse' as const), duration }, maybe),
  fc.record(
    {
      do: fc.constant('fail' as const),
      failure,
      times: fc.integer({ min: 1, max: 1000 }),
      operation: fc.constantFrom(...operationNames),
    },
    { ...maybe, requiredKeys: ['do', 'failure', 'times'] },
  ),
);

const step = fc.record({ trigger, action }, maybe).filter(({ trigger: when, action: what }) => {
  if (what.do !== 'fail') return true;
  return when.kind === 'on' ? when.exchange !== 'notification' : what.operation !== undefined;
});

const count = fc.oneof(
  fc.nat(1000).map((exact) => ({ atLeast: exact, atMost: exact })),
  fc.tuple(fc.nat(1000), fc.nat(1000)).map(([atLeast, more]) => ({ atLeast, atMost: atLeast + more })),
  fc.nat(1000).map((atLeast) => ({ atLeast, atMost: unbounded })),
);

const reserved = ['__proto__', 'constructor', 'prototype'];
const expectation: fc.Arbitrary<Expectation> = fc
  .record(
    {
      client: fc.oneof(
        fc.constant({ outcome: 'succeeds' as const }),
        fc.record({ outcome: fc.constant('fails' as const), matching: fc.constantFrom('a|b', '/a/i', 'no: x') }, maybe),
      ),
      result: fc
        .jsonValue({ maxDepth: 3 })
        .filter((value) => reserved.every((key) => !JSON.stringify(value).includes(`"${key}"`)))
        .map((value): unknown => JSON.parse(JSON.stringify(value))),
      requests: fc.dictionary(fc.constantFrom(...exchangeNames), count, maybe),
      within: duration,
    },
    { ...maybe, requiredKeys: ['client', 'requests'] },
  )
  .map(({ result, ...rest }) => (rest.client.outcome === 'fails' || result === undefined ? rest : { ...rest, result }));

const row: fc.Arbitrary<CustomerRow> = fc.record(
  { id, scope: id, records: fc.nat(1_000_000), collects: duration },
  { ...maybe, requiredKeys: [] },
);

const story: fc.Arbitrary<Story> = fc.record(
  {
    name: fc.stringMatching(/^[ -~]{0,20}[!-~]$/),
    seed: fc.nat(),
    customers: fc.uniqueArray(row, { selector: ({ id: one, scope }) => `${one} ${scope}`, maxLength: 3 }),
    assumptions: fc.constantFrom({}, { 'cache.errors': 'success-only' } as const),
    steps: fc.array(step, { maxLength: 5 }),
    expect: expectation,
  },
  { ...maybe, requiredKeys: ['name', 'customers', 'assumptions', 'steps', 'expect'] },
);

const writeExpectation = ({ client, ...rest }: Expectation): ExpectationInput => ({
  ...rest,
  client: client.outcome === 'succeeds' ? 'succeeds' : { fails: client.matching },
  requests: Object.fromEntries(
    Object.entries(rest.requests).map(([name, { atLeast, atMost }]) => {
      if (atLeast === atMost) return [name, atLeast];
      return [name, atMost === unbounded ? { atLeast } : { atLeast, atMost }];
    }),
  ),
});

const writeStep = ({ trigger: when, action: what }: Story['steps'][number]): object => {
  const { kind, ...rest } = when;
  const moment =
    kind === 'at'
      ? { at: when.time }
      : {
          ...rest,
          ...(kind === 'after' ? { event: undefined, after: when.event } : { exchange: undefined, on: when.exchange }),
        };
  if (what.do === 'elapse') return { ...moment, elapse: what.duration };
  if (what.do !== 'fail') return { ...moment, ...what };
  const { failure: how, do: _, ...options } = what;
  return { ...moment, ...options, fail: how.kind === 'row' ? how.row : how.status };
};

/** The story as a file says it. */
const write = ({ steps, customers, expect: expected, ...rest }: Story): object => ({
  ...rest,
  ...(customers.length > 0 ? { customers } : {}),
  steps: steps.map(writeStep),
  expect: writeExpectation(expected),
});

const say = (verbs: StepVerbs<ScenarioBuilder>, what: StepAction): ScenarioBuilder => {
  switch (what.do) {
    case 'elapse':
      return verbs.elapse(what.duration);
    case 'expireStoreToken':
    case 'revokeStoreToken':
      return verbs[what.do](what.store);
    case 'fail': {
      const { failure: how, do: _, ...options } = what;
      return verbs.fail(how.kind === 'row' ? how.row : how.status, options);
    }
    default: {
      const { do: verb, ...options } = what;
      return verbs[verb](options);
    }
  }
};

/** The story as TypeScript says it. */
const build = ({ name, seed, customers, assumptions, steps, expect: expected }: Story): Scenario => {
  let draft = scenario(name).assume(assumptions).expect(writeExpectation(expected));
  if (seed !== undefined) draft = draft.seed(seed);
  for (const one of customers) draft = draft.customer(one);
  for (const { trigger: when, action: what } of steps) {
    if (when.kind === 'at') draft = say(draft.at(when.time), what);
    else if (when.kind === 'after') draft = say(draft.after(when.event, { nth: when.nth, wait: when.wait }), what);
    else draft = say(draft.on(when.exchange, { nth: when.nth }), what);
  }
  return draft.build();
};

const withoutPlaces = (read: Scenario): Story => {
  const { source: _source, version: _version, steps, ...rest } = read;
  return { ...rest, steps: steps.map(({ trigger: when, action: what }) => ({ trigger: when, action: what })) };
};

test('a story told in YAML, in JSON and in TypeScript is the same scenario', () => {
  fc.assert(
    fc.property(story, (told) => {
      const written = write(told);

      expect(withoutPlaces(readScenario(stringify(written), 'f.yaml'))).toStrictEqual(told);
      expect(withoutPlaces(readScenario(JSON.stringify(written, null, 2), 'f.json'))).toStrictEqual(told);
      expect(withoutPlaces(build(told))).toStrictEqual(told);
    }),
    { numRuns: 300, seed: 7 },
  );
});
