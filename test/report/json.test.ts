import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { createJsonReporter } from '../../src/report/json.ts';
import { type Run, stops } from '../../src/report/result.ts';
import { readToken } from '../../src/language/replay-token.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { client, keptScenario, run } from '../cli/begin.ts';
import { finding, hostileTexts, request, sample } from './sample.ts';

const schema = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../report.schema.json'), 'utf8'));
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

const write = (all: Run): unknown => JSON.parse(createJsonReporter('1.2.3').end(all));

test('a report is as the schema says, and says what was expected, found and where', () => {
  const broken = sample({
    name: 'other',
    findings: [finding()],
    entries: [request(0, 1, 'createDataQuery')],
    error: 'canceled',
  });

  const report = write({ results: [sample(), broken], planned: 5, stopped: 'interrupted' });

  expect([validate(report), validate.errors]).toEqual([true, null]);
  expect(report).toMatchObject({
    version: 1,
    writtenBy: 'stunt-double 1.2.3',
    planned: 5,
    passed: 1,
    failed: 1,
    stopped: 'interrupted',
    virtual: 7_200_000,
    real: 2500,
    assumed: ['cache.boundary'],
    scenarios: [
      { name: 'plain import', verdict: 'kept', client: { outcome: 'succeeded' }, failures: [], virtual: 3_600_000 },
      {
        name: 'other',
        verdict: 'broken',
        client: { outcome: 'failed', error: 'canceled' },
        failures: [
          { kind: 'expected', claim: 'result.records is 600', found: ['599'], place: 'scenarios/plain.yaml:7:5' },
        ],
        seed: 7,
      },
    ],
  });
});

test('a broken scenario comes with a token that holds it and its seed', () => {
  const broken = sample({ findings: [finding()] });

  const report = write({ results: [broken], planned: 1 }) as {
    readonly scenarios: readonly { readonly token: string }[];
  };

  expect(readToken(report.scenarios[0]?.token ?? '')).toMatchObject({ scenario: { name: 'plain import' }, seed: 7 });
});

test('what it says of a real run, with rules that were broken, is as the schema says', async () => {
  const folder = temporaryFolder({
    'a.yaml': keptScenario.replace('collects: 10h', 'collects: 10m'),
    'client.mjs': client,
  });

  const { out } = await run(['run', `${folder}/a.yaml`, '-c', `${folder}/client.mjs`, '-r', 'json']);

  const report: unknown = JSON.parse(out);
  expect([validate(report), validate.errors]).toEqual([true, null]);
  expect(report).toMatchObject({ scenarios: [{ failures: [{ kind: 'broken', rule: 'C17' }] }] });
});

test('the schema refuses what is not said in it', () => {
  const report = write({ results: [sample()], planned: 1 });

  expect(validate({ ...Object(report), more: 1 })).toBe(false);
  expect(validate({ ...Object(report), passed: '1' })).toBe(false);
  expect(validate({ ...Object(report), scenarios: [{}] })).toBe(false);
});

test('hostile texts come through as they are', () => {
  const results = hostileTexts.map((name) => sample({ name, findings: [finding({ claim: name })], error: name }));

  const report = write({ results, planned: results.length });

  expect(validate(report)).toBe(true);
  expect(report).toMatchObject({
    scenarios: hostileTexts.map((name) => ({ name, failures: [{ claim: name }], client: { error: name } })),
  });
});

test('the schema knows every cause for which a run stops', () => {
  expect(schema.properties.stopped.enum).toEqual(Object.keys(stops));
});
