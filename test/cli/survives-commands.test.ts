import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sampled } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { brokenScenario, keptScenario, run } from './begin.ts';
import { clients, forEver } from './check-clients.ts';
import { endOf, start } from './start.ts';

/*
 * What `survives.test.ts` asks of a run, of the other commands that report: told to end in the midst of their work, they write
 * what they have found so far; and so they do when it is we who fail.
 */

/** Comes to no end in its fourth import, as it says. */
const lingering = `${clients['sound.mjs'].replace('export default importWith();', '')}
let imports = 0;
export default async (env) => {
  imports += 1;
  if (imports < 6) return importWith()(env);
  console.error('lingering');
  ${forEver}
};
`;

const files = { ...clients, 'lingering.mjs': lingering, 'a.yaml': keptScenario, 'old.json': 'old' };

interface Command {
  readonly command: string;
  readonly argv: readonly string[];
  /** What its report holds of what was done before. */
  readonly report: object;
  readonly says: RegExp;
}

const commands: readonly Command[] = [
  {
    command: 'check',
    argv: ['lingering.mjs', '--runs', '100', '-r', 'json=old.json', '-r', 'terminal'],
    report: { kind: 'check', stopped: 'interrupted', failures: [] },
    says: /interrupted: not all scenarios were run\n/,
  },
  {
    command: 'check, with workers,',
    argv: ['lingering.mjs', '--runs', '100', '--workers', '2', '-r', 'json=old.json', '-r', 'terminal'],
    report: { kind: 'check', stopped: 'interrupted', failures: [] },
    says: /interrupted: not all scenarios were run\n/,
  },
  {
    command: 'sweep',
    argv: ['lingering.mjs', '--json', 'old.json'],
    report: { isComplete: false, runs: 4, cells: expect.arrayContaining([expect.any(Object)]), stopped: 'interrupted' },
    says: /4 runs, and no more were made\n/,
  },
  {
    command: 'diff',
    argv: ['lingering.mjs', 'hasty.mjs', '--json', 'old.json'],
    report: { runs: expect.any(Number), differences: expect.any(Array), stopped: 'interrupted' },
    says: /lingering\.mjs -> hasty\.mjs\n/,
  },
];

const signals = [
  { signal: 'SIGTERM', code: 143 },
  { signal: 'SIGHUP', code: 129 },
  { signal: 'SIGINT', code: 130 },
] as const;

const rows = commands.flatMap((command) => signals.map((how) => ({ ...command, ...how })));

test.each(sampled(rows, { every: 3, kind: ({ command }) => command }))(
  '$command told to end by $signal writes what it has found so far',
  async ({ command, argv, report, says, signal, code }) => {
    const folder = temporaryFolder(files);
    const [name = ''] = command.split(',');
    using running = start(folder, [name, ...argv, '--transport', 'fetch']);

    await running.said('lingering');
    running.tell(signal);
    const ended = await running.ended;

    expect(ended.text).toMatch(says);
    expect(ended.text).toContain('\ninterrupted');
    expect(ended.code).toBe(code);
    expect(JSON.parse(readFileSync(`${folder}/old.json`, 'utf8'))).toMatchObject(report);
  },
);

const plant = { first: resolve(import.meta.dirname, 'plant-bug.ts') };
const ourBug = /a bug of the simulator stunt-double, not of your client: no such gate;\s+please\s+report\s+it\s+at/;

const searches = [
  {
    command: 'check',
    // A seed whose second scenario rotates a secret.
    argv: ['--seed', '4', '-r', 'json=new.json', '-r', 'terminal'],
    report: { failures: [{ rule: 'bug-of-the-simulator' }] },
  },
  { command: 'sweep', argv: ['--json', 'new.json'], report: { stopped: 'bug', isComplete: false } },
];

test.each(sampled(searches, { every: 2 }))(
  'a bug of ours in the midst of $command is told with its scenario and a token, and exit code 70',
  async ({ command, argv, report }) => {
    const folder = temporaryFolder(files);
    const { code, text } = await endOf(folder, [command, 'sound.mjs', ...argv], {}, plant);

    expect(text).toMatch(ourBug);
    expect(text).toMatch(/rotateSecret/);
    expect(text).toMatch(/replay: npx stunt-double replay sd1_/);
    expect(code).toBe(70);
    expect(JSON.parse(readFileSync(`${folder}/new.json`, 'utf8'))).toMatchObject(report);
  },
);

test('watch told to end by SIGTERM passes it on: the run writes its report, and both end', async () => {
  const endless = `export default async () => {
    console.log('at it');
    ${forEver}
  };\n`;
  const folder = temporaryFolder({ 'a.yaml': brokenScenario, 'client.mjs': endless });
  using running = start(folder, [
    'run',
    'a.yaml',
    '-c',
    'client.mjs',
    '--watch',
    '-r',
    'json=run.json',
    '-t',
    'traces',
  ]);

  await running.said('at it');
  running.tell('SIGTERM');
  const { code } = await running.ended;

  expect(code).toBe(143);
  expect(JSON.parse(readFileSync(`${folder}/run.json`, 'utf8'))).toMatchObject({
    stopped: 'interrupted',
    notRun: [{ name: 'a query is refused' }],
  });
});

test('a second run does not write into the trace folder of one that is under way; that of a dead one is taken over', async () => {
  const endless = `export default async () => {
    console.log('at it');
    ${forEver}
  };\n`;
  const folder = temporaryFolder({
    'a.yaml': keptScenario,
    'endless.mjs': endless,
    'quick.mjs': 'export default () => 1;\n',
  });
  using first = start(folder, ['run', 'a.yaml', '-c', 'endless.mjs', '-t', 'traces']);
  await first.said('at it');

  const quick = ['run', `${folder}/a.yaml`, '-c', `${folder}/quick.mjs`, '-t', `${folder}/traces`];
  const refused = await run(quick);
  first.tell('SIGKILL');
  await first.ended;
  const taken = await run(quick);

  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(
    /^error: --trace: traces cannot be written to "\S+\/traces": another run writes there \(process \d+ on \S+;/,
  );
  expect(taken.code).toBe(1);
  expect(readFileSync(`${folder}/traces/a.jsonl`, 'utf8')).toContain('"outcome":"fulfilled"');
});
