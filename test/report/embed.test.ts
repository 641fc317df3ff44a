import { expect, test } from 'vitest';
import { embed } from '../../src/report/embed.ts';
import { createJsonReporter } from '../../src/report/json.ts';
import { createJUnitReporter } from '../../src/report/junit.ts';
import type { Entry } from '../../src/trace/entry.ts';
import { finding, sample } from './sample.ts';

const lines = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `line ${index}`);

test('what is long is cut in its midst, and says how much is missing', () => {
  const cut = embed(lines(5000));

  expect(embed(lines(2000))).toEqual(lines(2000));
  expect(cut).toHaveLength(2001);
  expect(cut.slice(499, 502)).toEqual([
    'line 499',
    '… 3000 more lines, which --trace writes into a file …',
    'line 3500',
  ]);
  expect(cut.at(-1)).toBe('line 4999');
});

test('a report of a run that never came to an end is no larger than others', () => {
  const entries = Array.from({ length: 20_000 }, (_, at): Entry => ({ at, kind: 'hungUp', exchange: at }));
  const results = [sample({ findings: [finding()], entries })];
  const run = { results, planned: 1 };

  const json = JSON.parse(createJsonReporter('1').end(run)) as { scenarios: { trace: string[] }[] };

  expect(json.scenarios[0]?.trace).toHaveLength(2001);
  expect(createJUnitReporter().end(run).length).toBeLessThan(400_000);
});
