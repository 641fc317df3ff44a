import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { brokenScenario, client, keptScenario, run } from './begin.ts';

test('when all scenarios are kept, each has a line, the last line counts them, and the exit code is 0', async () => {
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'b/b.yaml': keptScenario, 'client.mjs': client });

  const { code, out, err } = await run(['run', folder, '--client', `${folder}/client.mjs`]);

  const lines = out.trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^✓ a query is created {2}virtual 1h0m0\.000s {2}real [\d.]+ m?s$/),
    expect.stringMatching(/^✓ a query is created {2}virtual 1h0m0\.000s {2}real [\d.]+ m?s$/),
  ]);
  expect(lines.at(-2)).toMatch(/^total {2}virtual 2h0m0\.000s {2}real [\d.]+ m?s$/);
  expect(lines.at(-1)).toBe('2 passed, 0 failed');
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test('a broken scenario shows what was expected, found and where, the timeline, and how to replay it; the code is 1', async () => {
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'b.yaml': brokenScenario, 'client.mjs': client });

  const { code, out } = await run(['run', folder, '--client', `${folder}/client.mjs`]);

  expect(code).toBe(1);
  expect(out).toMatch(/^✗ a query is refused {2}virtual 1h0m0\.000s/m);
  expect(out).toContain('    expected: result.status is 403\n      found: 201\n');
  expect(out).toMatch(/^ {6}at \S+\/b\.yaml:5:3, expect\.result$/m);
  expect(out).toContain('expected: the client is done within 5m');
  expect(out).toMatch(/^ {6} *0s │ #1 createDataQuery +│ 201, query [0-9a-f]{4}/m);
  expect(out).toMatch(/^ {4}▶ +1h │ is done/m);
  expect(out).toMatch(/replay: npx stunt-double run \S+\/b\.yaml --client \S+\/client\.mjs --seed 7\n/);
  expect(out).toMatch(/\n1 passed, 1 failed\n$/);
});

test('what repeats is shown once, with how often it came', async () => {
  const busy = `export default async (env) => {
    for (let call = 0; call < 30; call++) await fetch(env.tokenUrl, { method: 'POST' });
  };`;
  const folder = temporaryFolder({ 'a.yaml': brokenScenario, 'busy.mjs': busy });

  const { out } = await run(['run', folder, '--client', `${folder}/busy.mjs`, '--rules', 'none']);

  expect(out).toMatch(/#1 requestToken +│ 400 invalidRequest.*\n +⋮ × 30, at once\n/);
  expect(out).not.toContain('#2 ');
});

test('the open points that a verdict rests on are named, of a broken scenario and in the end', async () => {
  const story = brokenScenario.replace('collects: 10h', 'collects: 10m');
  const folder = temporaryFolder({ 'a.yaml': story, 'b.yaml': story, 'client.mjs': client });

  const { out } = await run(['run', folder, '--client', `${folder}/client.mjs`]);

  expect(out).toMatch(/^ {4}relied on \d+ open points: notification\./m);
  expect(out).toMatch(/^relied on \d+ open points: notification\./m);
});

test('without --client each scenario is run with its own client, named relative to its file', async () => {
  const folder = temporaryFolder({
    'stories/a.yaml': `client: ../clients/one.mjs\n${keptScenario}`,
    'clients/one.mjs': client,
  });

  expect(await run(['run', `${folder}/stories`])).toMatchObject({ code: 0 });
});

test("--seed stands above the scenario's own, and the replay line repeats it", async () => {
  const folder = temporaryFolder({ 'b.yaml': brokenScenario, 'client.mjs': client });

  const { out } = await run(['run', folder, '--client', `${folder}/client.mjs`, '--seed', '4294967295']);

  expect(out).toContain('seed 4294967295');
  expect(out).toContain('--seed 4294967295\n');
});

test('names with spaces and quotes can be pasted from the replay line', async () => {
  const folder = temporaryFolder({ "it's late.yaml": brokenScenario, 'client.mjs': client });

  const { out } = await run(['run', folder, '--client', `${folder}/client.mjs`]);

  expect(out).toContain(`run '${folder}/it'\\''s late.yaml' --client`);
});

test('a client cannot move the cursor or forge colours with the text of its error', async () => {
  const rude = String.raw`export default () => { throw new Error('\u001b[2J\u001b[32m all is well'); };`;
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'rude.mjs': rude });

  const { code, out } = await run(['run', folder, '--client', `${folder}/rude.mjs`]);

  expect(code).toBe(1);
  expect(out).not.toContain('\u001b');
  expect(out).toContain('all is well');
});

test('an interrupted run ends with 130', async () => {
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'client.mjs': client });

  const { code, out, err } = await run(['run', folder, '--client', `${folder}/client.mjs`], {
    interrupted: AbortSignal.abort(),
  });

  expect({ code, out, err }).toEqual({ code: 130, out: '', err: '\ninterrupted\n' });
});

test('names that no world has are told of all scenarios, before any of them is played', async () => {
  const about = (name: string, customer: string): string =>
    `name: ${name}\ncustomer: { id: anna }\nsteps:\n  - { at: 10m, do: revokeConsent, customer: ${customer} }\n`;
  const folder = temporaryFolder({
    'a.yaml': keptScenario,
    'b.yaml': about('nobody is asked', 'bert'),
    'c.yaml': about('nor here', 'carl'),
    'client.mjs': client,
  });

  const { code, out, err } = await run(['run', folder, '--client', `${folder}/client.mjs`]);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/b\.yaml:4:5: there is no customer "bert" \(known: anna\)\n/);
  expect(err).toMatch(/c\.yaml:4:5: there is no customer "carl" \(known: anna\) \[UNKNOWN_CUSTOMER\]\n$/);
});

test('customers that applications and counts name are looked up where they are written, together with those of steps', async () => {
  const folder = temporaryFolder({
    'a.yaml': `name: a
applications:
  - { id: shop, customers: [ann] }
  - { id: audit, customers: [an, bob] }
customers: [{ id: ann }, {}]
steps: [{ at: 1m, do: holdAccount, customer: anm }]
expect:
  arrived: { customer-2: 0..10, ana: 0..10 }
  example: { arrived: { amn: 1 } }
`,
    'client.mjs': client,
  });

  const { code, err } = await run(['run', `${folder}/a.yaml`, '--client', `${folder}/client.mjs`]);

  expect(code).toBe(2);
  expect(err.replaceAll(`${folder}/`, '').split('\n')).toEqual([
    'error: a.yaml:4:30, applications[1].customers[0]: there is no customer "an" (did you mean "ann"?)',
    'a.yaml:4:34, applications[1].customers[1]: there is no customer "bob" (known: ann, customer-2)',
    'a.yaml:8:33, expect.arrived.ana: there is no customer "ana" (did you mean "ann"?)',
    'a.yaml:9:25, expect.example.arrived.amn: there is no customer "amn" (did you mean "ann"?)',
    'a.yaml:6:9: there is no customer "anm" (did you mean "ann"?) [UNKNOWN_CUSTOMER]',
    '',
  ]);
});
