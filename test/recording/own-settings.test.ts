import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkTrace, loadScenarios, runScenario, type Scenario, type Trace } from '../../src/index.ts';
import type { CheckTraceOptions } from '../../src/recording/check-trace.ts';
import { toPageRun } from '../../src/report/page/page-run.ts';
import { drawPicture } from '../../src/picture/draw.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { sampled } from '../sampled.ts';

/** A trace says what was decided in its world, so that whoever reads it judges and draws by that. */

const scenarios = await loadScenarios([resolve(import.meta.dirname, '../../scenarios')]);
const named = (name: string): Scenario => {
  const found = scenarios.find((one) => one.name.startsWith(name));
  if (found === undefined) throw new Error(`there is no scenario "${name}"`);
  return found;
};

const isChanged = ({ limits, assumptions }: Scenario): boolean =>
  limits !== undefined || Object.keys(assumptions).length > 0;

const play = async (scenario: Scenario): Promise<Trace> =>
  (await runScenario(scenario, importWith(), { transport: 'fetch' })).trace;

const broken = (trace: string, options: CheckTraceOptions = {}): readonly string[] =>
  checkTrace(trace, options).flatMap(({ rule, verdict }) => (verdict === 'broken' ? [rule.id] : []));

const worldOf = ({ entries }: Trace): object => {
  const [began] = entries;
  return began?.kind === 'began' ? (began.world ?? {}) : {};
};

const throttled = named('the second page comes too soon (limits.throttledCounts is counted)');

test('of a world as usual it says nothing of that', async () => {
  const usual = scenarios.find((one) => !isChanged(one)) ?? throttled;
  const told = worldOf(await play(usual));

  expect(told).not.toHaveProperty('limits');
  expect(told).not.toHaveProperty('assumptions');
});

test('it says which limits were set, and what was assumed otherwise', async () => {
  expect(worldOf(await play(throttled))).toMatchObject({
    limits: { listRate: 1 },
    assumptions: { 'list.mostPerPage': 5, 'limits.throttledCounts': 'counted' },
  });
});

describe('the service is kept when its traces are verified', () => {
  test.each(sampled(scenarios.filter(isChanged), { every: 4 }).map((scenario) => ({ name: scenario.name, scenario })))(
    '$name',
    async ({ scenario }) => {
      expect(broken((await play(scenario)).toJSONL())).toEqual([]);
    },
  );

  test('with limits of its own', async () => {
    const trace = await play(throttled);

    expect(broken(trace.toJSONL())).toEqual([]);
    // By the limits of the interface, five a second, its 429 would have come too soon; options go before what the trace says.
    expect(broken(trace.toJSONL(), { limits: { listRate: 5 } })).toEqual(['S10']);
  });
});

test('pictures are drawn by it', async () => {
  const { entries } = await play(throttled);

  expect(drawPicture(entries).lanes.find(({ id }) => id.startsWith('limits/listRate'))?.levels?.of).toBe(1);
});

test('pages tell the choices that answers leaned on', async () => {
  const trace = await play(throttled);
  const outcome = { ok: true, result: undefined } as const;
  const told = {
    seed: 0,
    verdict: 'kept',
    outcome,
    elapsed: 0,
    real: 0,
    findings: [],
    warnings: [],
    judgements: [],
  } as const;

  expect(toPageRun({ ...told, scenario: throttled, trace, replay: '' }).assumptions).toMatchObject({
    'limits.throttledCounts': 'counted',
  });
});

test.each([
  ['{"limits":{"lustRate":1}}', /lustRate/],
  ['{"limits":{"listRate":"many"}}', /"many"/],
  ['{"assumptions":{"limits.throttledCounts":"maybe"}}', /limits\.throttledCounts/],
  ['{"assumptions":{"no.such":"thing"}}', /no\.such/],
  ['{"limits":[]}', /limits/],
])('what no service can decide is refused: %s', async (more, mistake) => {
  const [first = '', ...others] = (await play(throttled)).toJSONL().split('\n');
  const began = JSON.parse(first) as { readonly world: object };
  const text = [JSON.stringify({ ...began, world: { ...began.world, ...JSON.parse(more) } }), ...others].join('\n');

  expect(() => checkTrace(text, { name: 'a.jsonl' })).toThrow(mistake);
  expect(() => checkTrace(text, { name: 'a.jsonl' })).toThrow(/a\.jsonl:1/);
});
