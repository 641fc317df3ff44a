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
  process.stdout.write(\`found: \${found.join(', ')}\\n\`);
});
`;

test.each([
  ['jsdom', '400, refused, 400'],
  ['happy-dom', 'refused, refused, 400'],
])(
  'in %s what asks for leave is refused, and the environment of Node and transport "fetch" are named',
  (name, found) => {
    const files = { 'package.json': '{ "type": "module" }\n', 'client.test.js': vitest(name) };
    using project = openEmptyProject(packed, { name, files, packages: ['vitest', name] });

    const { output } = project.node('node_modules/vitest/vitest.mjs', 'run');

    expect(output).toContain(`found: ${found}`);
    expect(output.match(/stunt-double: this test runs in an imitation of a browser/g)).toHaveLength(1);
    expect(output).toMatch(/@vitest-environment node.*simulate\(\{ transport: 'fetch' \}\)/);
  },
);

test.each(['jsdom', 'node'])('in Jest with the environment %s our own is asked for before anything else', (name) => {
  const program = `/** @jest-environment ${name} */
const { simulate } = require('stunt-double');
test('a beginning', () => simulate());
`;
  const packages = ['jest', 'jest-environment-jsdom', 'jest-environment-node', '@jest/globals', 'expect'];
  using project = openEmptyProject(packed, {
    name,
    files: { 'package.json': '{}', 'client.test.js': program },
    packages,
  });

  const { exit, output } = project.node('node_modules/jest/bin/jest.js', '--watchman=false', '--cacheDirectory=cache');

  expect(exit).toBe(1);
  expect(/● .*\n\n +(.*)/.exec(output)?.[1]).toMatch(
    /^Misuse: testEnvironment: .* \(write testEnvironment: "stunt-double\/jest-environment" in the configuration of Jest/,
  );
});
