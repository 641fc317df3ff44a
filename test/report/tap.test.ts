import { Parser } from 'tap-parser';
import { expect, test } from 'vitest';
import { createTapReporter } from '../../src/report/tap.ts';
import type { Result, Run } from '../../src/report/result.ts';
import { finding, hostileTexts, sample } from './sample.ts';

const write = (results: readonly Result[], stopped?: Run['stopped'], planned = results.length): string => {
  const reporter = createTapReporter();
  const points = results.map((result, index) => reporter.result(result, index));
  return [reporter.begin(planned), ...points, reporter.end({ results, planned, ...(stopped && { stopped }) })].join('');
};

const parse = (tap: string) => {
  const parser = new Parser({ strict: true });
  const points: {
    readonly ok: boolean;
    readonly name: string;
    readonly skip: unknown;
    readonly todo: unknown;
    readonly diag: unknown;
  }[] = [];
  parser.on('assert', ({ ok, name, skip, todo, diag }) => points.push({ ok, name, skip, todo, diag }));
  parser.end(tap);
  return { points, results: parser.results };
};

test('it is a plan and a point for each scenario, and says below a point what went wrong', () => {
  const { points, results } = parse(write([sample(), sample({ name: 'other', findings: [finding()] })]));

  expect(results).toMatchObject({ ok: false, count: 2, pass: 1, fail: 1, bailout: false, plan: { start: 1, end: 2 } });
  expect(points).toMatchObject([
    { ok: true, name: 'plain import' },
    {
      ok: false,
      name: 'other',
      diag: {
        source: 'scenarios/plain.yaml',
        virtual: '1h0m0.000s',
        seed: 7,
        failures: [{ kind: 'expected', claim: 'result.records is 600', found: ['599'] }],
      },
    },
  ]);
});

test('all kept is ok', () => {
  expect(parse(write([sample(), sample()])).results).toMatchObject({ ok: true, pass: 2, fail: 0, failures: [] });
});

test('a run that was stopped bails out', () => {
  expect(parse(write([sample()], 'interrupted', 5)).results).toMatchObject({ ok: false, bailout: 'interrupted' });
});

test.each(hostileTexts)('%j is one point, neither skipped nor to be done', (text) => {
  const hostile = sample({ name: text, source: text, findings: [finding({ claim: text, found: text })], replay: text });

  const { points, results } = parse(write([sample({ name: text }), hostile]));

  expect(results).toMatchObject({ count: 2, pass: 1, fail: 1, skip: 0, todo: 0, bailout: false });
  expect(points).toHaveLength(2);
  expect(points[1]).toMatchObject({ skip: false, todo: false, diag: { replay: text } });
});
