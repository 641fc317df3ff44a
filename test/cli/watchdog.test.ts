import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CheckSummary } from '../../src/cli/check/summary.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { deepTest, sampled } from '../sampled.ts';
import { endOf } from './start.ts';

/** Keeps the thread as soon as it is refused something. */
const spinning = `const wait = (reply) => {
  for (;;) if (reply.status > 999) break;
};

export default async (env) => {
  const headers = { authorization: \`Bearer \${env.customer.accessToken}\` };
  const reply = await fetch(env.regions['eu-west-1'] + '/orders/data-queries', { method: 'POST', headers });
  if (reply.status >= 400) wait(reply);
};
`;

const files = {
  'package.json': '{ "type": "module" }',
  'spinning.mjs': spinning,
  'typed.ts': `interface Reply {
  readonly status: number;
}

const wait = (reply: Reply): void => {
  for (;;) if (reply.status > 999) break;
};

export default async (): Promise<void> => wait({ status: 200 });
`,
  'loading.mjs': 'for (;;);\n',
  /** Computes for longer than is allowed at once, by any processor, and lets go in between. */
  'busy.mjs': `const computed = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

export default async () => {
  let rounds = 0;
  for (; rounds < 7; rounds += 1) {
    const before = computed();
    while (computed() - before < 100_000);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  return { rounds };
};
`,
};

const scenarios = {
  'kept.yaml': 'name: kept\nexpect: { client: ends }\n',
  'refused.yaml': 'name: refused\nsteps:\n  - { on: createDataQuery, fail: tooManyRequests }\n',
  'never.yaml': 'name: never run\n',
};

const inShort = { STUNT_DOUBLE_STUCK_AFTER: '500ms' };

const play = async (argv: readonly string[], env: Readonly<Record<string, string>> = inShort) => {
  const folder = temporaryFolder({ ...files, ...scenarios });
  const { code, text } = await endOf(folder, argv, env);
  return { code, text, folder };
};

describe('a client that never gives the thread back', () => {
  test('is ended in run, with the place, and the reports have what was run before', async () => {
    const argv = ['run', 'kept.yaml', 'refused.yaml', 'never.yaml', '--rules', 'none', '--client', 'spinning.mjs'];

    const { code, text, folder } = await play([...argv, '-r', 'terminal', '-r', 'json=report.json']);

    expect(code).toBe(1);
    expect(text).toMatch(/\n✗ refused .*\n(?:.*\n)*? {6}at wait \(spinning\.mjs:2:\d+\)\n/);
    expect(text).toMatch(/called\s+at default \(spinning\.mjs:8:/);
    expect(text).toContain('\n    replay: npx stunt-double run refused.yaml --client spinning.mjs --seed 0');
    expect(text).toContain('\nended where the client kept the thread: 1 of 3 scenarios were not run\n');
    expect(text).toMatch(/\n1 passed, 1 failed\n$/);
    expect(JSON.parse(readFileSync(`${folder}/report.json`, 'utf8'))).toMatchObject({
      planned: 3,
      stopped: 'spun',
      scenarios: [
        { name: 'kept', verdict: 'kept' },
        { name: 'refused', verdict: 'broken' },
      ],
    });
  });

  deepTest('in TypeScript is told with the line that was written', async () => {
    const { code, text } = await play(['run', 'kept.yaml', '--client', 'typed.ts']);

    expect(code).toBe(1);
    expect(text).toMatch(/at wait \(typed\.ts:6:\d+\)/);
  });

  test.each(sampled([[], ['--workers', '2']], { every: 2 }))(
    'is the counterexample of a check, and is saved: %j %j',
    async (...more) => {
      const argv = ['check', 'spinning.mjs', '--rules', 'none', '--transport', 'fetch', '-r', 'json', ...more];

      const { code, text, folder } = await play([...argv, '--regressions', 'saved']);

      const { failures, runs } = JSON.parse(text) as CheckSummary;
      expect(code).toBe(1);
      expect(failures).toMatchObject([
        {
          run: runs,
          rule: 'gives-the-thread-back',
          evidence: [
            'the client computed for 0.5 s and never gave the thread back, so that nothing else could happen',
            expect.stringMatching(/^at wait \(spinning\.mjs:2:\d+\)$/),
            expect.stringMatching(/^at default \(spinning\.mjs:8:\d+\)$/),
          ],
          token: expect.stringMatching(/^sd1_/) as string,
        },
      ]);
      expect(readdirSync(`${folder}/saved`)).toEqual([expect.stringMatching(/^gives-the-thread-back-.*\.yaml$/)]);
    },
  );

  deepTest('is told in a sweep with what was injected', async () => {
    const argv = ['sweep', 'spinning.mjs', '--rules', 'none', '--transport', 'fetch', '--json', 'sweep.json'];
    const { code, text, folder } = await play(argv);

    expect(code).toBe(1);
    expect(text).toMatch(
      /found: at wait \(spinning\.mjs:2:\d+\)\n(?:.*\n)*? {4}- on the 1st createDataQuery: fail with /,
    );
    expect(text).toMatch(/\n {2}replay: npx stunt-double replay sd1_/);
    expect(JSON.parse(readFileSync(`${folder}/sweep.json`, 'utf8'))).toMatchObject({
      isComplete: false,
      failure: { rule: 'gives-the-thread-back' },
    });
  });

  test('is told when it does so while it loads', async () => {
    const { code, text } = await play(['check', 'loading.mjs']);

    expect(code).toBe(1);
    expect(
      text,
    ).toBe(`error: loading.mjs: the client computed for 0.5 s and never gave the thread back, so that nothing else could happen
    at loading.mjs:1:1
`);
  });
});

test('a client that computes for long, and lets go in between, is left alone', async () => {
  const { code, text } = await play(['run', 'kept.yaml', '--rules', 'none', '--client', 'busy.mjs']);

  expect(text).toMatch(/\n1 passed, 0 failed\n$/);
  expect(code).toBe(0);
});

const permission = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';
const mayRead = { NODE_OPTIONS: `${permission} --allow-fs-read=*` };

test('nobody is watched where Node permits no thread that could', async () => {
  const { code, text } = await play(['run', 'kept.yaml', '--rules', 'none', '--client', 'busy.mjs'], mayRead);

  expect(text).toMatch(/\n1 passed, 0 failed\n$/);
  expect(code).toBe(0);
});

test('where Node permits no file to be written, that is said before anything is run', async () => {
  const { code, text } = await play(['run', 'kept.yaml', '--client', 'busy.mjs', '-r', 'junit=report.xml'], mayRead);

  expect(code).toBe(2);
  expect(text).toMatch(
    /error: --reporter: report\.xml cannot be written: ERR_ACCESS_DENIED: node --permission wants --allow-fs-write=\/\S+ \(/,
  );
});

test('what is no length of time is refused', async () => {
  const { code, text } = await play(['run', 'kept.yaml', '--client', 'busy.mjs'], { STUNT_DOUBLE_STUCK_AFTER: 'soon' });

  expect(code).toBe(2);
  expect(text).toContain(
    'STUNT_DOUBLE_STUCK_AFTER: "soon" is not a length of time (write 30s, or 0s to switch it off)',
  );
});
