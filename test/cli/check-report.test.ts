import { expect, test } from 'vitest';
import type { Recommendation } from '../../src/check/recommendations/recommendation.ts';
import type { CheckSummary } from '../../src/cli/check/summary.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run, type Surroundings } from './begin.ts';

const nothing: CheckSummary = {
  version: 1,
  kind: 'check',
  order: { client: 'client.mjs', seed: 4, runs: 9 },
  shard: { index: 1, of: 1 },
  runs: 9,
  replayed: 0,
  real: 1500,
  recommendations: [],
  failures: [],
  unheard: [],
};

/** What a report reads like that says this. */
const show = async (summary: Partial<CheckSummary>, surroundings: Surroundings = {}) => {
  const folder = temporaryFolder({ 'r.json': JSON.stringify({ ...nothing, ...summary }) });
  return run(['merge-reports', `${folder}/r.json`], surroundings);
};

const recommendation = (rule: string, scenarios: number): Recommendation => ({
  rule,
  name: 'backs-off',
  claim: 'It waits.',
  section: 'Errors, interface C',
  evidence: ['at 1.000s, #4: it did not wait', 'at 2.000s, #5: it did not wait'],
  scenarios,
  run: 4,
  steps: ['on the 1st sendEmail: inject silence'],
  customers: 1,
  file: '',
  replay: 'sd1_abc',
  effort: { shrink: 5 },
});

test('recommendations that were not followed are told with what shows it and how to see it again, and break nothing', async () => {
  const recommendations = [recommendation('C8', 3)];

  const { code, out } = await show({ recommendations });

  expect(code).toBe(0);
  expect(out).toBe(`⚠ C8 backs-off: It waits.
    found: at 1.000s, #4: it did not wait
    shortest: on the 1st sendEmail: inject silence (in 3 scenarios, first in scenario 4, shrunk in
      5 runs)
    npx stunt-double explain C8 "Errors, interface C"; --rules C8=off turns it off
    replay: npx stunt-double replay sd1_abc --client client.mjs
  recommendations fail a check with --fail-on should

judged by all rules
✓ nothing broke the client: 9 scenarios  seed 4  real 1.5 s
`);
});

test('of many only the most frequent are told in full, and of the others how to see them', async () => {
  const recommendations = ['C22', 'C8', 'C21', 'C14', 'C10'].map((rule, index) => recommendation(rule, 9 - 2 * index));

  const { out } = await show({ recommendations });

  expect(out.match(/found: /g)).toHaveLength(3);
  expect(out.match(/replay: /g)).toHaveLength(5);
  expect(out).toMatch(
    /\n⚠ C14 backs-off, in 3 scenarios\n {4}replay: .*\n⚠ C10 backs-off, in 1 scenario\n {4}replay: /,
  );
});

test('what slipped in many scenarios is reported once', async () => {
  const slip = { claim: 'the client handles all its errors', found: 'it threw', place: 'client.mjs:1:1' };

  const { code, out } = await show({ unheard: [slip, slip, { ...slip, found: 'it threw again' }] });

  expect(code).toBe(1);
  expect(out).toBe(`  broken: the client handles all its errors
    found: it threw (2 times)
    at client.mjs:1:1

  broken: the client handles all its errors
    found: it threw again
    at client.mjs:1:1

✗ the client is broken: 9 scenarios  seed 4  real 1.5 s
`);
});

test.each([
  {
    when: 'before anything broke',
    more: {},
    says: 'interrupted: not all scenarios were run\n⚠ nothing broke the client so far: 9 scenarios  ',
  },
  {
    when: 'while a counterexample was shrunk',
    more: { unfinished: true },
    says: 'interrupted: the counterexample was not fully shrunk; the same seed finds it again\n✗ the client is broken: 9 scenarios  ',
  },
] as const)('interrupted $when, it says so', async ({ more, says }) => {
  const { code, out } = await show({ stopped: 'interrupted', ...more });

  expect(code).toBe(130);
  expect(out.startsWith(says)).toBe(true);
});

test('colours are for terminals alone, and NO_COLOR switches them off; NO_UNICODE leaves plain ASCII', async () => {
  const warned = { recommendations: [recommendation('C14', 3)] };
  const escape = '\u001b[';

  expect((await show(warned, { tty: true, env: { FORCE_COLOR: '1' } })).out).toContain(escape);
  expect((await show(warned, { tty: true, env: { NO_COLOR: '1' } })).out).not.toContain(escape);
  expect((await show(warned)).out).not.toContain(escape);
  expect((await show(warned, { env: { NO_UNICODE: '1' } })).out).toMatch(/^[\n\x20-\x7e]*$/);
});
