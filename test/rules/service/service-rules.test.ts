import { beforeAll, describe, expect, test } from 'vitest';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import { compareTraces } from '../../../src/rules/service/reproducible.ts';
import { serviceRules } from '../../../src/rules/catalogue.ts';
import { serviceBugs } from './service-bugs.ts';
import { brokenIn, change, evidenceIn, judge } from './tamper.ts';
import { playWholeRun, type Run } from './whole-run.ts';

let whole: Run;

beforeAll(async () => {
  whole = await playWholeRun();
});

test('a run that gives every rule an occasion keeps them all', () => {
  const verdicts = Object.fromEntries(judge(whole));

  const { S16: alone, ...others } = verdicts;
  expect(Object.keys(others)).toHaveLength(serviceRules.length - 1);
  expect(new Set(Object.values(others))).toEqual(new Set(['held']));
  expect(alone).toBe('inconclusive');
});

test.each(serviceBugs)('$breaks and no other rule is broken when $bug', ({ breaks, plant }) => {
  const broken = brokenIn(plant(whole));

  expect(broken).toEqual([breaks]);
});

test('there is a bug for every rule that one trace can show', () => {
  const bitten = new Set(serviceBugs.map(({ breaks }) => breaks));

  const missed = serviceRules.map(({ id }) => id).filter((id) => !bitten.has(id));
  expect(missed).toEqual(['S16'] satisfies RuleId[]);
});

describe('S16: the same seed, scenario and client leave the same trace', () => {
  test('two runs are alike', async () => {
    const again = await playWholeRun();

    expect(compareTraces(whole.entries, again.entries)).toEqual({ verdict: 'held' });
  });

  test('one entry that differs is pointed at', () => {
    const other = change(
      whole,
      'answer',
      ({ exchange }) => exchange === 8,
      (entry) => ({ ...entry, answer: { ...entry.answer, status: 500 } }),
    );

    const verdict = compareTraces(whole.entries, other.entries);

    expect(verdict).toMatchObject({ verdict: 'broken', evidence: [{ at: 660_000, exchange: 8 }] });
  });

  test('a trace that ends earlier differs', () => {
    expect(compareTraces(whole.entries, whole.entries.slice(0, -1)).verdict).toBe('broken');
  });
});

test('evidence holds no secret, whichever rule is broken', () => {
  const secrets = JSON.stringify(whole.entries).match(
    /sdt-[\w-]{20,}|refresh-[\w-]{20,}|secret-[\w-]{20,}|signature=\w+/g,
  );
  const texts = JSON.stringify(serviceBugs.map(({ plant }) => [...evidenceIn(plant(whole))]));

  expect(secrets?.length).toBeGreaterThan(10);
  for (const secret of new Set(secrets)) expect(texts).not.toContain(secret);
});
