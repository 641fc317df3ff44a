import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { readScenario, simulate } from '../../src/index.ts';
import { writeToken } from '../../src/language/replay-token.ts';
import { findRule } from '../../src/rules/catalogue.ts';
import { sampled } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { keptScenario, run } from './begin.ts';
import { clients } from './check-clients.ts';
import { endOf, start } from './start.ts';

/*
 * One contract for every command that writes a file, whatever it does: nobody has to read its output, its disk may be full, and
 * it may be told to end at any moment. What they have found by then is asked in `survives.test.ts` and `survives-commands.test.ts`.
 */

const made = temporaryFolder(clients);
const part = (index: number) => ['--runs', '4', '--shard', `${index}/2`, '--transport', 'fetch', '-r', 'json'];

/** What the commands read, made once for all of them, and in this process. */
let recorded = '';
const parts: Record<string, string> = {};
beforeAll(async () => {
  await using sim = await simulate({ transport: 'none' });
  await sim.run(() => sim.fetch(sim.env.tokenUrl, { method: 'POST' }));
  recorded = sim.trace.toJSONL();
  for (const index of [1, 2]) parts[`${index}.json`] = (await run(['check', `${made}/sound.mjs`, ...part(index)])).out;
});

const token = writeToken({ scenario: readScenario(keptScenario, 'a.yaml'), seed: 0 });

interface Command {
  readonly argv: readonly string[];
  /** What tells it to write into a file. */
  readonly into: (file: string) => readonly string[];
  /** The same while it says all of it on standard output, too. */
  readonly aloud?: readonly string[];
  /** What it reads, beside its client; it can be held up there. */
  readonly reads?: string;
}

const json = (file: string): readonly string[] => ['-r', `json=${file}`];
const both: Pick<Command, 'into' | 'aloud'> = { into: json, aloud: ['-r', 'terminal'] };

const commands: Readonly<Record<string, Command>> = {
  run: { argv: ['a.yaml', '-c', 'sound.mjs'], ...both },
  replay: { argv: [token, '-c', 'sound.mjs'], ...both },
  check: { argv: ['sound.mjs', '--runs', '3', '--transport', 'fetch'], ...both },
  sweep: { argv: ['sound.mjs', '--time', '100ms', '--transport', 'fetch'], into: (file) => ['--json', file] },
  diff: { argv: ['sound.mjs', 'sound.mjs', '--runs', '3', '--transport', 'fetch'], into: (file) => ['--json', file] },
  verify: { argv: ['trace.jsonl'], ...both, reads: 'trace.jsonl' },
  export: { argv: ['trace.jsonl', '--as', 'har'], into: (file) => ['-o', file], reads: 'trace.jsonl' },
  'merge-reports': { argv: ['1.json', '2.json'], ...both, reads: '2.json' },
};

/** Those that are not asked here, each with its reason. */
const others: Readonly<Record<string, string>> = {
  serve: 'it has no end of its own: serve-signals.test.ts, serve-mistakes.test.ts',
  init: 'all of its files or none, in a moment: init.test.ts',
  explain: 'it writes no file',
  list: 'it writes no file',
};

/** Which of them there are is known by the program alone. */
test('every command is asked, or is named here with its reason', () => {
  const { stdout, stderr } = process;
  const names = createProgram({ stdout, stderr, env: {} }, () => undefined).commands.map((one) => one.name());

  expect([...Object.keys(commands), ...Object.keys(others)].sort()).toEqual(names.sort());
});

const prepare = (): string =>
  temporaryFolder({ ...clients, ...parts, 'a.yaml': keptScenario, 'trace.jsonl': recorded, 'old/report': 'old' });

const rows = Object.entries(commands).map(([name, command]) => ({ name, ...command }));

test.each(rows)(
  '$name puts nothing in the place of what it reads, however that is spelled',
  async ({ name, argv, into }) => {
    const folder = prepare();
    const words = argv.map((word) => (existsSync(`${folder}/${word}`) ? `${folder}/${word}` : word));
    for (const read of words.filter((word) => word.startsWith(folder))) {
      const file = read.replace(folder, `${folder}/old/..`);
      const before = readFileSync(read, 'utf8');

      const { code, out, err } = await run([name, ...words, ...into(file)]);

      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(
        `${JSON.stringify(file)} would take the place of ${read}, which is read (name another file to write to)`,
      );
      expect(readFileSync(read, 'utf8')).toBe(before);
    }
  },
);

test.each(sampled(rows, { every: 3 }))(
  '$name whose output nobody reads still writes its file, and ends with 141',
  async ({ name, argv, into, aloud = [] }) => {
    const folder = prepare();
    const alone = name === 'export';
    using running = start(folder, [name, ...argv, ...(alone ? [] : [...into('old/report'), ...aloud])]);

    running.closeOutput();
    const { code, text } = await running.ended;

    expect({ code, text }).toMatchObject({ code: 141 });
    if (!alone) expect(JSON.parse(readFileSync(`${folder}/old/report`, 'utf8'))).toBeTypeOf('object');
  },
);

test.skipIf(!existsSync('/dev/full')).each(sampled(rows, { every: 3, from: 1 }))(
  '$name whose disk is full says so, and ends with 74',
  async ({ name, argv, into }) => {
    const { code, text } = await endOf(prepare(), [name, ...argv, ...into('/dev/full')]);

    expect(text).toContain('error: /dev/full cannot be written: ENOSPC');
    expect(code).toBe(74);
  },
);

const signals = [
  { signal: 'SIGTERM', code: 143, says: '\ninterrupted by SIGTERM' },
  { signal: 'SIGHUP', code: 129, says: '\ninterrupted by SIGHUP' },
  { signal: 'SIGINT', code: 130, says: '\ninterrupted' },
] as const;

const readers = rows.flatMap((row) => (row.reads === undefined ? [] : signals.map((how) => ({ ...row, ...how }))));

test.skipIf(process.platform === 'win32').each(sampled(readers, { every: 3, kind: ({ name }) => name }))(
  '$name told to end by $signal while it reads says so, and leaves no half of a file',
  async ({ name, argv, into, reads = '', signal, code, says }) => {
    const folder = prepare();
    const pipe = `${folder}/pipe`;
    execFileSync('mkfifo', [pipe]);
    const words = argv.map((word) => (word === reads ? pipe : word));
    using running = start(folder, [name, ...words, ...into('old/report')]);

    // It is open as soon as the other side reads it.
    const held = await open(pipe, 'w');
    running.tell(signal);
    await running.said(says);
    // The system ends no process in the midst of reading a pipe.
    await held.close();
    const ended = await running.ended;

    expect(ended).toEqual({ code, text: expect.stringContaining(says) });
    const left = readFileSync(`${folder}/old/report`, 'utf8');
    expect(left === 'old' || JSON.parse(left).stopped).toBe(name === 'verify' ? 'interrupted' : true);
  },
);

const plant = { first: resolve(import.meta.dirname, 'plant-in-verify.ts') };
const { judge } = findRule('S1');

const cuts = [
  {
    how: 'signal',
    judged: ['a.jsonl', 'b.jsonl'],
    stopped: 'interrupted',
    notJudged: ['c.jsonl'],
    code: 143,
    says: () => 'after 2 of 3 recordings',
    shown: (_folder: string, name: string) => name,
    verify: (folder: string, argv: readonly string[]) => endOf(folder, ['verify', ...argv], {}, plant),
  },
  {
    how: 'bug',
    judged: ['a.jsonl', 'c.jsonl'],
    stopped: 'bug',
    notJudged: ['b.jsonl'],
    code: 70,
    says: (folder: string) => `error: ${folder}/b.jsonl: a bug of the simulator`,
    shown: (folder: string, name: string) => `${folder}/${name}`,
    /** In this process, which has loaded the sources already. */
    verify: async (_folder: string, argv: readonly string[]) => {
      let judgements = 0;
      onTestFinished(() => void Object.assign(findRule('S1'), { judge }));
      Object.assign(findRule('S1'), {
        judge: (history: Parameters<typeof judge>[0]) => {
          judgements += 1;
          if (judgements === 2) throw new RangeError('no such gate');
          return judge(history);
        },
      });
      const { code, out, err } = await run(['verify', ...argv]);
      return { code, text: out + err };
    },
  },
] as const;

test.each(cuts)(
  'verify cut short by a $how reports what it has judged, and names the rest',
  async ({ verify, judged, stopped, notJudged, code, says, shown }) => {
    const folder = temporaryFolder({ 'a.jsonl': recorded, 'b.jsonl': recorded, 'c.jsonl': recorded });
    const at = (name: string): string => `${folder}/${name}`;
    const unjudged = notJudged.map((name) => shown(folder, name));
    const reports = ['-r', `json=${at('report.json')}`, '-r', 'terminal', '--report', at('page.html')];

    const ended = await verify(folder, [...['a.jsonl', 'b.jsonl', 'c.jsonl'].map(at), ...reports]);

    expect(ended.text).toContain(`\nnot judged: ${unjudged.join(', ')}\n`);
    expect(ended.text).toContain(says(folder));
    expect(ended.code).toBe(code);
    const { recordings, ...told } = JSON.parse(readFileSync(at('report.json'), 'utf8'));
    expect(recordings.map(({ name }: { readonly name: string }) => name)).toEqual(
      judged.map((name) => shown(folder, name)),
    );
    expect(told).toEqual({ version: 1, kind: 'verification', stopped, notJudged: unjudged });
    expect(readFileSync(at('page.html'), 'utf8')).toContain(notJudged[0]);
  },
);
