import { expect, test } from 'vitest';
import type { Judgement, Rule } from '../../src/rules/rule.ts';
import type { Result, Run } from '../../src/report/result.ts';
import { readStyle } from '../../src/print/style.ts';
import { heldUnless } from '../../src/rules/verdicts.ts';
import { createTextReporter } from '../../src/report/text.ts';
import { answer, finding, hostileTexts, request, sample } from './sample.ts';

const reporter = createTextReporter(readStyle({ columns: 100 } as never, {}));
const tell = (result: Result): string => reporter.result(result, 0);

const rule: Rule = {
  id: 'C11',
  name: 'inside-the-hour',
  judges: 'client',
  level: 'must',
  claim: 'Records are listed within an hour of the notification.',
  why: 'They cannot be listed after it.',
  section: 'Limits, interface C',
  good: [],
  bad: [],
  judge: () => ({ verdict: 'held' }),
};

const broken = (level: Judgement['level']): Judgement => ({
  rule,
  level,
  verdict: 'broken',
  evidence: [{ at: 3_600_001, exchange: 2, text: 'it was listed a millisecond too late.' }],
});

const withJudgements = (result: Result, judgements: readonly Judgement[]): Result => ({
  ...result,
  report: { ...result.report, judgements },
});

const entries = [
  request(0, 1, 'createDataQuery'),
  answer(0, 1, 201),
  request(3_600_001, 2, 'listDataQueryRecords'),
  answer(3_600_001, 2, 403, 'accessTimeElapsed'),
];

test('a scenario that was kept is one line', () => {
  expect(tell(sample())).toBe('✓ plain import  virtual 1h0m0.000s  real 1.3 s\n');
});

test('a broken rule is told with its id, what shows it, its section, and how to replay it; its place is marked', () => {
  const said = finding({ claim: `C11 inside-the-hour: ${rule.claim}`, place: 'Limits, interface C' });
  const { report, ...rest } = sample({ entries, findings: [said] });

  const lines = tell(withJudgements({ report, ...rest }, [broken('must')])).split('\n');

  expect(lines.slice(0, 4)).toEqual([
    '✗ plain import  virtual 1h0m0.000s  real 1.3 s',
    '    broken: C11 inside-the-hour: Records are listed within an hour of the notification.',
    '      found: at 1h0m0.001s, #2: it was listed a millisecond too late.',
    '      npx stunt-double explain C11 "Limits, interface C"; --rules C11=off turns it off',
  ]);
  expect(lines.filter((line) => line.includes('▶'))).toEqual([expect.stringMatching(/#2 listDataQueryRecords/)]);
  expect(lines.slice(-3)).toEqual([
    '    relied on 1 open point: cache.boundary',
    '    replay: npx stunt-double run scenarios/plain.yaml --seed 7',
    '',
  ]);
});

test('how often else a rule was broken is told, also where that evidence is not kept', () => {
  const evidenceOf = (times: number) =>
    Array.from({ length: times }, (_, index) => ({ at: 0, text: `it was asked again, ${index}` }));
  const toldOf = (times: number): string => {
    const verdict = heldUnless(evidenceOf(times));
    if (verdict.verdict !== 'broken') throw new Error('nothing is broken');
    return tell(withJudgements(sample({ findings: [finding()] }), [{ rule, level: 'must', ...verdict }]));
  };

  expect(toldOf(3)).not.toContain(' more)');
  expect(toldOf(5)).toContain('it was asked again, 2 (and 2 more)');
  expect(toldOf(40)).toContain('it was asked again, 2 (and 37 more)');
});

test('a rule that should be kept is a warning, and breaks nothing', () => {
  const text = tell(withJudgements(sample(), [broken('should')]));

  expect(text.split('\n')).toEqual([
    '✓ plain import  virtual 1h0m0.000s  real 1.3 s',
    '    ⚠ C11 inside-the-hour: Records are listed within an hour of the notification.',
    '      found: at 1h0m0.001s, #2: it was listed a millisecond too late. (Limits, interface C)',
    '',
  ]);
});

test('where the client failed, the last refusal it met is told, with its reason and section', () => {
  const text = tell(sample({ entries, findings: [finding()], error: 'gave up' }));

  expect(text).toContain('    last refusal: at 1h0m0.001s #2 listDataQueryRecords → 403 accessTimeElapsed: ');
  expect(text).toContain('(Errors, interface C)\n');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('exchanges that were miscounted are marked', () => {
  const place = 'scenarios/plain.yaml, expect.requests.createDataQuery';
  const text = tell(sample({ entries, findings: [finding({ claim: 'createDataQuery happens twice', place })] }));

  expect(text.split('\n').filter((line) => line.includes('▶'))).toEqual([expect.stringMatching(/#1 createDataQuery/)]);
});

test.each<{ run: Partial<Run>; says: string }>([
  { run: {}, says: '1 passed, 1 failed\n' },
  { run: { planned: 5, stopped: 'interrupted' }, says: 'interrupted: 3 of 5 scenarios were not run\ntotal ' },
  {
    run: { planned: 5, stopped: 'bailed' },
    says: 'stopped at the first broken scenario (--bail): 3 of 5 scenarios were not run\ntotal ',
  },
])('the end of a run says $says', ({ run, says }) => {
  const text = reporter.end({ results: [sample(), sample({ findings: [finding()] })], planned: 2, ...run });

  expect(text).toContain(says);
  expect(text).toMatch(/\ntotal {2}virtual 2h0m0\.000s {2}real 2\.5 s\n1 passed, 1 failed\n$/);
});

test('the end of a run of many names those that failed, each with the line that runs it alone', () => {
  const failing = { ...sample({ name: 'late\nnews', findings: [finding()] }), replay: 'npx stunt-double run b.yaml' };

  const text = reporter.end({ results: [failing, sample()], planned: 2 });

  expect(text).toContain('\nfailed:\n  ✗ late news\n    npx stunt-double run b.yaml\n\n');
  expect(text.indexOf('failed:')).toBeLessThan(text.indexOf('total  virtual'));
  expect(reporter.end({ results: [failing], planned: 1 })).not.toContain('failed:');
  expect(reporter.end({ results: [sample(), sample()], planned: 2 })).not.toContain('failed:');
});

test.each(hostileTexts)('%j forges no line of the report and moves no cursor', (text) => {
  const written = tell(
    sample({ name: text, findings: [finding({ claim: text, found: text, place: text })], error: text, entries }),
  );

  expect(written).not.toMatch(/[^\P{Cc}\n\t]|[\u2028\u2029\u202E\u2066]/u);
  expect(written).not.toMatch(/^\s*::|##\[/m);
  expect(written.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(1);
});
