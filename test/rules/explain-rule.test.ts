import { describe, expect, test } from 'vitest';
import { explainRule } from '../../src/rules/explain-rule.ts';
import { findRule, ruleIds } from '../../src/rules/catalogue.ts';
import { sections } from '../../src/spec/sections.ts';
import { parseDuration } from '../../src/spec/time.ts';

describe.each(ruleIds)('%s', (id) => {
  const explanation = explainRule(id);

  test('names its claim, its reason and a section that there is', () => {
    expect(explanation.id).toBe(id);
    expect(explanation.claim).toMatch(/^\w.*\.$/s);
    expect(explanation.why).toMatch(/^[A-Z].*\.$/s);
    expect(sections).toContain(explanation.section);
    for (const part of [explanation.claim, explanation.why, explanation.section]) {
      expect(explanation.text).toContain(part);
    }
  });

  test('is shown kept and broken, in a few lines in the order of time, that fit a terminal', () => {
    const { good, bad } = findRule(id);

    expect(good).not.toEqual(bad);
    for (const lines of [good, bad]) {
      const times = lines.map(([at]) => parseDuration(at) ?? Number.NaN);
      expect(lines.length).toBeLessThanOrEqual(4);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }
    for (const line of explanation.text.split('\n').slice(4)) expect(line.length).toBeLessThanOrEqual(100);
  });
});

test('an explanation reads from the claim down to the run that breaks it', () => {
  expect(explainRule('C11').text.split('\n')).toEqual([
    'C11 inside-the-hour: about the client, must',
    '  claim    Records are listed for an hour after the notification; later a new query is created.',
    '  because  The data of a query is out of reach for good once its hour is over.',
    '  section  Limits, interface C',
    '  kept',
    '     10m0.000s  service   notification: 4f1c is COMPLETED',
    '   1h11m0.000s  client    createDataQuery → 201, query 93d0',
    '  broken',
    '     10m0.000s  service   notification: 4f1c is COMPLETED',
    '   1h11m0.000s  client    listDataQueryRecords of 4f1c → 403 ACCESS_TIME_ELAPSED',
  ]);
});
