import { readFileSync } from 'node:fs';
import importOrders from '../../scenarios/clients/import-orders.ts';
import type { PageData, PageRun } from '../../src/page/data.ts';
import { runScenario } from '../../src/play/run-scenario.ts';
import { toPageRun } from '../../src/report/page/page-run.ts';
import type { Entry } from '../../src/trace/entry.ts';

/** A run of the example client, as a page has it. */
export const playRun = async (place: string, changes: Partial<PageRun> = {}): Promise<PageRun> => {
  const report = await runScenario(place, importOrders);
  const run = toPageRun({ ...report, real: 213, replay: `npx stunt-double run ${place}` });
  return { ...run, scenario: readFileSync(place, 'utf8'), sentFrom: { 1: 'src/client.ts:14:22' }, ...changes };
};

/** The same run with a rule broken at one of its exchanges. */
const breakRun = (run: PageRun, exchange: number): PageRun => {
  const at = run.entries.find((entry) => entry.kind === 'request' && entry.exchange === exchange)?.at ?? 0;
  return {
    ...run,
    verdict: 'broken',
    findings: [{ claim: 'result.records is 600', found: '599', place: 'scenarios/plain.yaml:7:5' }],
    broken: [
      {
        rule: 'C14',
        name: 'waits-when-told',
        claim: 'A client waits as long as it was told to before it asks again.',
        section: 'Limits, interface C',
        level: 'must',
        judges: 'client',
        evidence: [{ at, exchange, what: `#${exchange} was sent 12 ms after the refusal, which asked for 1 s` }],
      },
    ],
  };
};

export const pageOf = (runs: readonly PageRun[], changes: Partial<PageData> = {}): PageData => ({
  writtenBy: 'stunt-double 0.1.0',
  command: 'run',
  title: 'Scenarios of the import',
  runs,
  ...changes,
});

const matrix: NonNullable<PageData['matrix']> = {
  rows: ['createDataQuery #1', 'listDataQueryRecords #2', 'downloadFile #3'],
  columns: ['tokenExpired', 'serviceUnavailable', 'connectionReset'],
  cells: [
    { row: 0, column: 0, verdict: 'broken', run: 1, what: 'C14 waits-when-told' },
    { row: 0, column: 1, verdict: 'kept', run: 0, what: 'kept' },
    { row: 1, column: 0, verdict: 'kept', what: 'kept' },
    { row: 2, column: 2, verdict: 'not reached', what: 'the client was done before' },
  ],
};

const coverage: NonNullable<PageData['coverage']> = {
  kinds: [
    {
      name: 'States',
      what: 'states in which requests were sent',
      items: [
        { name: 'token valid', met: 412 },
        { name: 'token expired', met: 3 },
        { name: 'query canceled', met: 0 },
      ],
    },
  ],
};

const trend: NonNullable<PageData['trend']> = [
  { name: 'monday', passed: 90, failed: 4, real: 12_000 },
  { name: 'tuesday', passed: 94, failed: 0, real: 13_000 },
];

/** As many entries as wanted: pairs of requests and answers, in bursts with hours between them. */
export const manyEntries = (count: number): readonly Entry[] => {
  const entries: Entry[] = [{ at: 0, kind: 'began', epoch: '2024-02-29T00:00:00.000Z', seed: 0 }];
  const operations = ['listDataQueryRecords', 'downloadFile', 'createDataQuery', 'requestToken'] as const;
  for (let exchange = 1; entries.length < count; exchange++) {
    const at = Math.floor(exchange / 7) * 40 + Math.floor(exchange / 2000) * 1_800_000;
    const operation = operations[exchange % 4] ?? 'requestToken';
    const request = { method: 'GET', url: 'https://eu-west-1.stunt-double.test/orders', headers: {}, body: '' };
    const answer = { status: exchange % 13 === 0 ? 429 : 200, headers: {}, body: '{}' };
    const rest = { section: 'Errors, interface C', leaned: [] };
    entries.push({ at, kind: 'request', exchange, operation, region: 'eu-west-1', request });
    entries.push({ at: at + (exchange % 3 === 0 ? 0 : 25), kind: 'answer', exchange, answer, ...rest });
  }
  return entries.sort((one, other) => one.at - other.at);
};

export type Pages = Readonly<Record<'runs' | 'one' | 'sweep' | 'check' | 'diff', PageData>>;

/** A page of each kind, of a run that was kept and one that was broken, in this order. */
export const playPages = async (): Promise<Pages> => {
  const conflict = await playRun('scenarios/collecting/one-scope-waits.yaml');
  const stale = breakRun(await playRun('scenarios/downloads/links-go-stale.yaml'), 6);
  const runs = [conflict, stale];
  return {
    runs: pageOf(runs),
    one: pageOf([stale]),
    sweep: pageOf(runs, { command: 'sweep', matrix }),
    check: pageOf(runs, { command: 'check', coverage, trend }),
    diff: pageOf(runs, { command: 'diff', compare: { left: 0, right: 1 } }),
  };
};
