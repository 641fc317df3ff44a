import { expect, test } from 'vitest';
import { openEmptyProject } from '../scripts/packed/empty-project.ts';
import { packedOnce } from './packed-once.ts';

/** Projects whose tests run in an imitation of a browser: the first thing that they print says what to change. */
const packed = packedOnce();

const vitest = (environment: string): string => `// @vitest-environment ${environment}
import { expect, test } from 'vitest';
import { simulate } from 'stunt-double';

const byXhr = (url) => new Promise((settle) => {
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.onload = () => settle(request.status);
  request.onerror = () => settle('refused');
  request.send();
});
const byFetch = (url) => fetch(url, { method: 'POST' }).then(({ status }) => status, () => 'refused');
const ask = async (options, work) => {
  const sim = await simulate(options);
  const found = await sim.run(() => work(sim.env.tokenUrl));
  await sim.stop();
  return found;
};

test('what gets through', async () => {
  const found = [await ask({}, byFetch), await ask({}, byXhr), await ask({ transport: 'fetch' }, byFetch)];
  process.stdout.write(\`${environment} found: \${found.join(', ')}\\n\`);
});
`;

const found: Readonly<Record<string, string>> = {
  jsdom: '400, refused, 400',
  'happy-dom': 'refused, refused, 400',
};

test('in jsdom and happy-dom what asks for leave is refused, and the environment of Node and transport "fetch" are named', () => {
  const names = Object.keys(found);
  const tests = Object.fromEntries(names.map((name) => [`${name}.test.js`, vitest(name)]));
  const files = { 'package.json': '{ "type": "module" }\n', ...tests };
  using project = openEmptyProject(packed, { name: 'vitest', files, packages: ['vitest', ...names] });

  const { output } = project.node('node_modules/vitest/vitest.mjs', 'run');

  for (const [name, what] of Object.entries(found)) expect(output).toContain(`${name} found: ${what}\n`);
  expect(output.match(/stunt-double: this test runs in an imitation of a browser/g)).toHaveLength(names.length);
  expect(output.match(/@vitest-environment node.*simulate\(\{ transport: 'fetch' \}\)/g)).toHaveLength(names.length);
});

test('in Jest with the environments jsdom and node our own is asked for before anything else', () => {
  const names = ['jsdom', 'node'];
  const program = (name: string): string => `/** @jest-environment ${name} */
const { simulate } = require('stunt-double');
test('a beginning', () => simulate());
`;
  const packages = ['jest', 'jest-environment-jsdom', 'jest-environment-node', '@jest/globals', 'expect'];
  const tests = Object.fromEntries(names.map((name) => [`${name}.test.js`, program(name)]));
  using project = openEmptyProject(packed, { name: 'Jest', files: { 'package.json': '{}', ...tests }, packages });

  const flags = ['--runInBand', '--watchman=false', '--cacheDirectory=cache'];
  const { exit, output } = project.node('node_modules/jest/bin/jest.js', ...flags);

  expect(exit).toBe(1);
  const [, ...told] = output.split(/^FAIL /m);
  expect(told.map((text) => /(\w+)\.test/.exec(text)?.[1] ?? '').toSorted()).toEqual(names);
  for (const text of told)
    expect(/● .*\n\n +(.*)/.exec(text)?.[1]).toMatch(
      /^Misuse: testEnvironment: .* \(write testEnvironment: "stunt-double\/jest-environment" in the configuration of Jest/,
    );
});
