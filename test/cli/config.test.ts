import { expect, test } from 'vitest';
import { loadConfig } from '../../src/cli/config.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { client, keptScenario, run } from './begin.ts';
import { mistakesIn } from './mistake.ts';

const yaml = `scenarios: stories
client: clients/one.mjs
reporters: [terminal, tap=out/report.tap]
seed: 12
profile: 2024-02-29
assumptions:
  token.lifetime: 60s
rules: { C14: off, C8: must }
failOn: should
`;

const config = {
  scenarios: ['stories'],
  client: 'clients/one.mjs',
  reporters: ['terminal', 'tap=out/report.tap'],
  seed: 12,
  profile: '2024-02-29',
  assumptions: { 'token.lifetime': '60s' },
  rules: { C14: 'off', C8: 'must' },
  failOn: 'should',
};

test.each([
  { name: 'stunt-double.config.yaml', text: yaml },
  { name: 'stunt-double.config.yml', text: yaml },
  { name: 'stunt-double.config.json', text: JSON.stringify(config) },
  { name: 'stunt-double.config.mjs', text: `export default ${JSON.stringify(config)};` },
  { name: 'stunt-double.config.cjs', text: `module.exports = ${JSON.stringify(config)};` },
  { name: 'stunt-double.config.js', text: `module.exports = ${JSON.stringify(config)};` },
  { name: 'stunt-double.config.ts', text: `export default ${JSON.stringify(config)} satisfies object;` },
])('$name says what a run is made of, its paths counted from where it lies', async ({ name, text }) => {
  const folder = temporaryFolder({ [name]: text });

  expect(await loadConfig(`${folder}/${name}`)).toEqual({
    ...config,
    file: `${folder}/${name}`,
    scenarios: [`${folder}/stories`],
    client: `${folder}/clients/one.mjs`,
  });
});

test.each(['', '# nothing yet\n\n', '{}'])('a configuration may say nothing: %j', async (text) => {
  const folder = temporaryFolder({ 'stunt-double.config.yaml': text });

  expect(await loadConfig(`${folder}/stunt-double.config.yaml`)).toEqual({
    file: `${folder}/stunt-double.config.yaml`,
  });
});

/** What is typed is a file here; where it goes on in another line, there is a mark. */
const wrong = mistakesIn(`
  a field | clint: a.mjs | .yaml:1:1: "clint" is not a field of the configuration | did you mean "client"?
  a profile | seed: 1⏎profile: 2024-02-28 | .yaml:2:10: "2024-02-28" is not a profile | 2024-02-29
  a seed | seed: -1 | .yaml:1:7: -1 is not a seed
  an assumption | assumptions: { token.lifetim: 1s } | .yaml:1:16: "token.lifetim" is not an assumption | did you mean "token.lifetime"?
  a choice | assumptions:⏎  limits.retryAfter: second | .yaml:2:22: limits.retryAfter cannot be "second" | did you mean "seconds"?
  a rule | rules: { C99: off } | .yaml:1:10: "C99" is not a rule
  a level | failOn: all | .yaml:1:9: "all" is not a level | must, should
  a level | rules: { C1: shoud } | .yaml:1:14: "shoud" is not a level | did you mean "should"?
  a list | scenarios: [] | .yaml:1:12: an empty list is not a list | at least one
  a report | reporters: [junt]⏎scenarios: . | .yaml:1:13: "junt" is not a report | did you mean "junit"?
  a list of reports | reporters: [json, 7] | .yaml:1:19: 7 is not a report | known: term
  a file | reporters: json= | .yaml:1:12: "json=" names no file | write json=path
  a choice of reports | reporters: [json, tap] | .yaml: json and tap would both go to standard output | write json=path
  a client | client: 7 | .yaml:1:9: 7 is not the path of a module
  YAML | client: [ | this is not YAML | BAD_OPTION
  two at once | sed: 1⏎clint: a | .yaml:1:1: "sed" is not a field | .yaml:2:1: "clint" is not a field
`);

test.each(wrong)(
  '$mistake that is wrong is refused with its place and the nearest word',
  async ({ argv: text, says }) => {
    const folder = temporaryFolder({ 'wrong.yaml': text.replaceAll('⏎', '\n'), 'a.yaml': 'name: a\n' });

    const { code, out, err } = await run(['run', `${folder}/a.yaml`, '--config', `${folder}/wrong.yaml`]);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    for (const fragment of says) expect(err).toContain(fragment);
  },
);

test('a mistake in a module is refused with its file and field', async () => {
  const folder = temporaryFolder({ 'c.mjs': 'export default { assumptions: { "limits.retryAfter": "second" } };' });

  const { err } = await run(['run', '--config', `${folder}/c.mjs`]);

  expect(err).toContain(`${folder}/c.mjs: assumptions: limits.retryAfter: limits.retryAfter cannot be "second"`);
});

test('what stands in it is done without a word on the command line, which stands above it', async () => {
  const folder = temporaryFolder({
    'c.yaml': 'scenarios: stories\nclient: one.mjs\nassumptions: { token.lifetime: 1s }\nseed: 5\nrules: none\n',
    'stories/a.yaml': `${keptScenario}seed: 6\n`,
    'stories/b.yaml': keptScenario.replace('201', '403'),
    'one.mjs': client.replace(
      'export default async (env) => {',
      'export default async (env) => {\n  await new Promise((resolve) => setTimeout(resolve, 1500));',
    ),
    'two.mjs': client,
  });

  const plain = await run(['run', '--config', `${folder}/c.yaml`]);
  const other = await run(['run', '--config', `${folder}/c.yaml`, '-c', `${folder}/two.mjs`]);

  expect(plain.out).toMatch(
    /✗ a query is created[\s\S]*--seed 6\n[\s\S]*✓ a query is created[\s\S]*1 passed, 1 failed\n$/,
  );
  expect(other.out).toMatch(/✓ a query is created[\s\S]*✗ a query is created[\s\S]*two\.mjs --seed 5\n/);
});
