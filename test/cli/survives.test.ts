import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reporterNames } from '../../src/report/reporters.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { sampled } from '../sampled.ts';
import { brokenScenario, client, keptScenario } from './begin.ts';
import { readReport, type ToldRun } from './read-reports.ts';
import { type Circumstances, start, type Started } from './start.ts';

/*
 * However a run ends: every report is whole, tells what was done and names what was not, and the exit code says how it ended. Real
 * processes, real signals.
 */

/** Never comes to an end in real time, though nothing blocks. */
const endless = `export default async () => {
  for (let turn = 0; ; turn += 1) {
    if (turn % 1000 === 0) console.log('at it');
    await new Promise((resolve) => setImmediate(resolve));
  }
};
`;

const files = {
  'a.yaml': keptScenario.replace('a query is created', 'is kept'),
  'b.yaml': brokenScenario.replace('a query is refused', 'is broken'),
  'c.yaml': 'name: is cut short\nclient: ./cut.mjs\n',
  'd.yaml': keptScenario.replace('a query is created', 'comes last'),
  'client.mjs': client,
  'cut.mjs': endless,
  'stunt-double.config.yaml': 'scenarios: .\nclient: client.mjs\n',
};

interface End {
  readonly how: string;
  /** What is another in the folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly circumstances?: Circumstances;
  /** What is done to the process in the middle of the third scenario. */
  readonly meanwhile?: (started: Started) => void;
  readonly code: number;
  readonly told: ToldRun;
  readonly says: RegExp;
  /** The traces that are there afterwards. */
  readonly traces: readonly string[];
}

const cut = { told: { kept: 1, broken: 1, notRun: ['is cut short', 'comes last'] }, traces: ['a.jsonl', 'b.jsonl'] };
const all = ['a.jsonl', 'b.jsonl', 'c.jsonl', 'd.jsonl'];
const whole = { told: { kept: 2, broken: 2, notRun: [] }, traces: all };

const failing = {
  'cut.mjs': "export default () => { throw new Error('no'); };\n",
  'c.yaml': 'name: is cut short\nclient: ./cut.mjs\nexpect: { client: succeeds }\n',
};

const signals = [
  { signal: 'SIGINT', code: 130, said: 'interrupted' },
  { signal: 'SIGTERM', code: 143, said: 'interrupted by SIGTERM' },
  { signal: 'SIGHUP', code: 129, said: 'interrupted by SIGHUP' },
] as const;

const bySignal = signals.map(
  ({ signal, code, said }): End => ({
    ...cut,
    how: signal,
    meanwhile: ({ tell }) => tell(signal),
    code,
    says: new RegExp(`\n${said}\n`),
  }),
);

const others: readonly End[] = [
  {
    ...cut,
    how: 'an output that nobody reads any more',
    meanwhile: ({ closeOutput }) => closeOutput(),
    code: 141,
    says: /\ninterrupted: nobody reads standard output any more\n/,
  },
  {
    how: 'a client that ends the process',
    files: { 'cut.mjs': 'export default () => process.exit(0);\n' },
    code: 2,
    told: { kept: 1, broken: 2, notRun: ['comes last'] },
    traces: cut.traces,
    says: /error: c\.yaml, "is cut short": the process ended in the middle of it; does the client call process\.exit\? \(let it return or throw instead\) \[CLIENT_INVALID\]\n$/,
  },
  {
    ...cut,
    // Its names are there when they are looked up, and one of them is not yet when it is needed.
    how: 'a scenario that cannot be played',
    files: {
      'c.yaml': `name: is cut short
steps:
  - { at: 2m, do: createProfile, application: later }
  - { at: 1m, do: deleteProfile, application: later }
`,
    },
    code: 2,
    says: /error: .*there is no application "later"/,
  },
  {
    ...whole,
    how: 'a bug of ours in one scenario',
    files: { 'c.yaml': 'name: is cut short\nsteps:\n  - { on: createDataQuery, do: rotateSecret }\n' },
    circumstances: { first: resolve(import.meta.dirname, 'plant-bug.ts') },
    code: 70,
    says: /a bug of the simulator stunt-double, not of your client: no such gate; please\s+report\s+it\s+at\s+https:\S+;\s+with\s+this\s+line:\s+npx\s+stunt-double\s+replay\s+sd1_/,
  },
  {
    ...whole,
    how: 'a trace that cannot be written',
    files: { ...failing, 'traces/b.jsonl/in-its-place': '' },
    code: 74,
    says: /error: traces\/b\.jsonl cannot be written: EISDIR: it is a folder\n/,
  },
  {
    ...whole,
    how: 'a report whose disk is full',
    files: failing,
    argv: ['-r', 'json=/dev/full'],
    code: 74,
    says: /error: \/dev\/full cannot be written: ENOSPC/,
  },
];

const reports = reporterNames.map((name) => ({ name, file: `reports/${name}` }));
const asked = ['-t', 'traces', ...reports.flatMap(({ name, file }) => ['-r', `${name}=${file}`])];

const possible = others.filter(
  ({ argv = [] }) => !argv.some((word) => word.endsWith('/dev/full')) || existsSync('/dev/full'),
);

describe.each([...sampled(bySignal, { every: 3, from: 2 }), ...sampled(possible, { every: 2, from: 1 })])(
  'a run that ends by $how',
  ({ files: changed = {}, argv = [], circumstances = {}, meanwhile, code, told, says, traces }) => {
    test('has whole reports of what was run, names what was not, and says so by its exit code', async () => {
      const folder = temporaryFolder({ ...files, ...changed });
      const names = ['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml'];
      using running = start(folder, ['run', ...names, ...asked, '-r', 'terminal', ...argv], {}, circumstances);

      if (meanwhile !== undefined) {
        await running.said('at it');
        meanwhile(running);
      }
      const ended = await running.ended;

      expect(ended.text).toMatch(says);
      expect(ended.code).toBe(code);
      for (const { name, file } of reports) {
        const read = readReport(name, `${folder}/${file}`);
        expect({ name, ...read }).toEqual({ name, ...told, kept: Number.isNaN(read.kept) ? Number.NaN : told.kept });
      }
      expect(readdirSync(`${folder}/reports`).sort()).toEqual([...reporterNames].sort());
      expect(readdirSync(`${folder}/traces`).sort()).toEqual(traces);
    });
  },
);
