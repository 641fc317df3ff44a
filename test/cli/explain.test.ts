import { expect, test } from 'vitest';
import { eventNames } from '../../src/core/event.ts';
import { namesOfVerbs } from '../../src/language/verbs.ts';
import { groupKey } from '../../src/language/words.ts';
import { ruleIds } from '../../src/rules/catalogue.ts';
import { faultNames } from '../../src/spec/faults.ts';
import { assumptionIds } from '../../src/spec/assumptions.ts';
import { limitNames } from '../../src/spec/limits.ts';
import { namesOf } from '../../src/spec/names-of.ts';
import { otherRefusals } from '../../src/spec/other-refusals.ts';
import { refusalNames } from '../../src/spec/refusals.ts';
import { operationNames } from '../../src/spec/routes.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { allTopics } from '../../src/cli/topics/all-topics.ts';
import { endedProcess, keptThread, simulatorFailed } from '../../src/cli/cut-short.ts';
import { keepsStateSymptom } from '../../src/check/trial/kept-state.ts';
import { run } from './begin.ts';

const kinds: Readonly<Record<string, readonly string[]>> = {
  errors: [...refusalNames, ...namesOf(otherRefusals)],
  assumptions: assumptionIds,
  rules: ruleIds,
  actions: [...namesOfVerbs, groupKey],
  events: eventNames,
  operations: [...operationNames, 'notification'],
  limits: limitNames,
  faults: faultNames,
};

test.each(Object.entries(kinds))(
  'list %s names each of the table, a line each, and each can be explained',
  async (kind, names) => {
    const { code, out } = await run(['list', kind]);

    const lines = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual(names);
    for (const line of lines) expect(line).toMatch(/ {2}\S/);
    for (const name of names) {
      const explained = await run(['explain', name]);
      expect([name, explained.code]).toEqual([name, 0]);
      expect(explained.out).toContain(`${name}  ${kind.replace(/s$/, '')}\n`);
    }
  },
);

test.each(['accidents', 'troubles'])('list %s, as earlier versions had it, lists faults', async (kind) => {
  const { out } = await run(['list', kind]);

  expect(out).toBe((await run(['list', 'faults'])).out);
});

test.each([
  ['accident', 'fault'],
  ['loseAnswer', 'fault'],
  ['beginTrouble', 'beginFault'],
])('the old word %s is explained as %s', async (old, now) => {
  const { out } = await run(['explain', old]);

  expect(out).toMatch(new RegExp(`^${now}  action\n`));
  expect((await run(['explain', now])).out).toContain(out);
});

test('what stands behind "scenario" in an explanation can be pasted into one', () => {
  const steps = Object.values(allTopics)
    .flat()
    .flatMap(({ name, facts }) =>
      facts.flatMap(([label, text]) => (label === 'scenario' && text.startsWith('- ') ? [[name, text] as const] : [])),
    );

  expect(steps.length).toBeGreaterThan(100);
  for (const [name, step] of steps) {
    expect([name, readScenario(`name: a\nsteps:\n  ${step}\n`, 'a.yaml').steps.length]).toEqual([name, 1]);
  }
});

test('so can the choice that an assumption is explained with, in a scenario and on the command line', async () => {
  for (const { name, facts } of allTopics.assumptions) {
    const { scenario = '', command = '' } = Object.fromEntries(facts);
    expect(readScenario(`name: a\n${scenario}\n`, 'a.yaml').assumptions).toHaveProperty([name]);
    const { err } = await run(['run', 'nowhere.yaml', ...command.split(' ')]);
    expect(err).toContain('nowhere.yaml: there is no such file');
  }
});

test('an error is explained with its answer, cause, section, and what brings it about', async () => {
  const { out } = await run(['explain', 'integrationTimeout']);

  expect(out.split('\n')).toEqual([
    'integrationTimeout  error',
    '  answer    504 GATEWAY_TIMEOUT INTEGRATION_TIMEOUT',
    '  message   Request timed out',
    '  when      the service did not answer in time',
    '  retry     yes, after 1s, 2s, 4s, 10s, 30s; then a person takes over',
    '  section   Errors, interface C',
    '  scenario  - { on: createDataQuery, fail: integrationTimeout }',
    '            - { at: 0s, do: beginFault, fault: backendSilent, for: 10m }',
    '',
  ]);
});

test('the type of an answer stands for all of its errors, in whatever case', async () => {
  const { out } = await run(['explain', 'access_denied']);

  expect(out.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(6);
});

test.each([
  { typed: 'tokenExpird', near: 'tokenExpired' },
  { typed: 'revokeConsnet', near: 'revokeConsent' },
  { typed: 'cache.boundry', near: 'cache.boundary' },
  { typed: 'complted', near: 'completed' },
  { typed: 'ACCESS_TIME_ELAPSD', near: 'ACCESS_TIME_ELAPSED' },
  { typed: 'Retry-After', near: 'limits.retryAfter' },
])('explain $typed suggests $near', async ({ typed, near }) => {
  const { code, out, err } = await run(['explain', typed]);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`did you mean "${near}"?`);
});

test.each(['env', 'epoch', 'timeline'])(
  'the word %s, which pages and errors use of a run, is explained',
  async (word) => {
    expect((await run(['explain', word])).out).toMatch(new RegExp(`^${word}  word\n  means  `));
  },
);

test('of several words those that are known are explained, and of the others each has its nearest name', async () => {
  const { code, out, err } = await run(['explain', 'C11', 'tokenExpird', 'timeout', 'complted']);

  expect(code).toBe(2);
  expect(out).toBe((await run(['explain', 'C11', 'timeout'])).out);
  expect(err).toContain('"tokenExpird", "complted" are no words');
  expect(err).toContain('did you mean "tokenExpired" for "tokenExpird", "completed" for "complted"?');
});

test('a name of several words with a mistake in it is near as a whole, and its parts are not explained', async () => {
  const { code, out, err } = await run(['explain', 'Limits,', 'interfce', 'C']);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('did you mean "Limits, interface C"?');
});

test('on a terminal no line of a list is wider than it, and nothing of it is lost', async () => {
  const { out } = await run(['list', 'assumptions'], { tty: true, columns: 80 });
  const whole = (await run(['list', 'assumptions'])).out;

  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(whole.split('\n').filter((line) => line.length > 80).length).toBeGreaterThan(9);
  expect(out.split(/\s+/)).toEqual(whole.split(/\s+/));
});

test('without Unicode it is plain ASCII', async () => {
  const { out } = await run(['explain', 'limits.retryAfter'], { env: { NO_UNICODE: '1' } });

  expect(out).toMatch(/^[\x20-\x7e\n]*$/);
});

test.each([
  keepsStateSymptom,
  endedProcess(),
  keptThread({ after: 1000, places: [] }),
  simulatorFailed(new Error('x')),
])('what a check tells in place of a rule can be explained: $key', async ({ key }) => {
  expect((await run(['explain', key])).code).toBe(0);
});
