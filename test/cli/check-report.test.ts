import { expect, test } from 'vitest';
import type { CheckSummary } from '../../src/cli/check/summary.ts';
import { folderWith, run, type Surroundings } from './begin.ts';

const nothing: CheckSummary = {
  version: 1,
  kind: 'check',
  order: { client: 'client.mjs', seed: 4, runs: 9 },
  shard: { index: 1, of: 1 },
  runs: 9,
  replayed: 0,
  real: 1500,
  warnings: {},
  failures: [],
  unheard: [],
};

/** What a report reads like that says this. */
const show = async (summary: Partial<CheckSummary>, surroundings: Surroundings = {}) => {
  const folder = folderWith({ 'r.json': JSON.stringify({ ...nothing, ...summary }) });
  return run(['merge-reports', `${folder}/r.json`], surroundings);
};

test('recommendations that were not kept are reported with the rule, and break nothing', async () => {
  const { code, out } = await show({ warnings: { C14: 3, C21: 1 } });

  expect(code).toBe(0);
  expect(out).toMatch(
    /^⚠ C14 [a-z-]+ is not kept in 3 scenarios; npx stunt-double explain C14\n⚠ C21 .* in 1 scenario; /,
  );
  expect(out).toMatch(/\n\n✓ nothing broke the client: 9 scenarios {2}seed 4 {2}real 1\.5 s\n$/);
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
  const warned = { warnings: { C14: 3 } };
  const escape = '\u001b[';

  expect((await show(warned, { tty: true, env: { FORCE_COLOR: '1' } })).out).toContain(escape);
  expect((await show(warned, { tty: true, env: { NO_COLOR: '1' } })).out).not.toContain(escape);
  expect((await show(warned)).out).not.toContain(escape);
  expect((await show(warned, { env: { NO_UNICODE: '1' } })).out).toMatch(/^[\n\x20-\x7e]*$/);
});
