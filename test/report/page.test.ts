import { expect, test } from 'vitest';
import { readScenario } from '../../src/language/read-scenario.ts';
import type { PageData, PageRun } from '../../src/page/data.ts';
import type { Entry } from '../../src/trace/entry.ts';
import { createHtmlReporter } from '../../src/report/html.ts';
import { keepSmall } from '../../src/report/page/keep-small.ts';
import { toPageRun } from '../../src/report/page/page-run.ts';
import { readEarlier } from '../../src/report/page/trend.ts';
import { writePage } from '../../src/report/page/write-page.ts';
import type { Result } from '../../src/report/result.ts';
import { findRule } from '../../src/rules/catalogue.ts';
import { answer, finding, hostileTexts, request, sample } from './sample.ts';
import { readPage } from './read-page.ts';

const pageOf = (results: readonly Result[], planned = results.length): string =>
  createHtmlReporter('1.2.3').end({ results, planned });

const runOf = (result: Result): PageRun => toPageRun({ ...result.report, real: result.real, replay: result.replay });

const exchange = [request(0, 1, 'createDataQuery'), answer(100, 1, 403, 'accessNotAuthorized')];

test('it tells of every scenario how it came out, and how it is run again', () => {
  const page = readPage(pageOf([sample(), sample({ name: 'late', findings: [finding()], error: 'too late' })], 3));

  expect(page).toMatchObject({
    writtenBy: 'stunt-double 1.2.3',
    command: 'run',
    title: '1 passed, 1 failed',
    planned: 3,
  });
  expect(page.runs).toMatchObject([
    { name: 'plain import', place: 'scenarios/plain.yaml', verdict: 'kept', seed: 7, client: { ok: true } },
    { name: 'late', verdict: 'broken', client: { ok: false, error: 'too late' }, findings: [finding()] },
  ]);
  expect(page.runs[0]?.replay).toBe('npx stunt-double run scenarios/plain.yaml --seed 7');
});

test('the scenario in it can be copied into a file, and is the same', () => {
  const [run] = readPage(pageOf([sample({ name: 'one: two' })])).runs;

  expect(readScenario(run?.scenario ?? '', 'copied.yaml')).toMatchObject({ name: 'one: two', steps: [] });
});

test('what happened is in it whole, with the open points that decided it', () => {
  const [run] = readPage(pageOf([sample({ entries: exchange })])).runs;
  const decided: Entry = { ...(exchange[1] as Extract<Entry, { kind: 'answer' }>), leaned: ['cache.errors'] };

  expect(run?.entries).toEqual(exchange);
  expect(runOf(sample({ entries: [decided] })).assumptions).toEqual({ 'cache.errors': 'operation-refusals' });
});

test('a rule that was broken is told once: with its claim, its section, and where', () => {
  const rule = findRule('C14');
  const evidence = [{ at: 100, exchange: 1, text: '#1 was sent once more' }] as const;
  const broken = sample({
    entries: exchange,
    findings: [finding({ claim: `C14 ${rule.name}: ${rule.claim}` }), finding()],
  });
  const run = runOf({
    ...broken,
    report: { ...broken.report, judgements: [{ rule, level: 'must', verdict: 'broken', evidence, more: 7 }] },
  });

  expect(run.findings).toEqual([finding()]);
  expect(run.broken).toEqual([
    {
      rule: 'C14',
      name: rule.name,
      claim: rule.claim,
      section: rule.section,
      level: 'must',
      judges: 'client',
      evidence: [{ at: 100, exchange: 1, what: '#1 was sent once more' }],
      more: 7,
    },
  ]);
});

test('no secret of a run is in the page, whoever says it', () => {
  const secret = 'Atza|a-secret-of-forty-characters-that-nobody-shows';
  const [asked] = exchange;
  const told = { ...(asked as Extract<Entry, { kind: 'request' }>) };
  const entries: readonly Entry[] = [
    { ...told, request: { ...told.request, headers: { authorization: `Bearer ${secret}` } } },
    { kind: 'ended', at: 200, outcome: 'rejected', error: `with ${secret}`, told: { value: { token: secret } } },
  ];
  const all = sample({ entries, error: `with ${secret}`, findings: [finding({ found: `it was ${secret}` })] });
  const evidence = [{ at: 100, text: `it sent ${secret}` }] as const;
  const judgements = [{ rule: findRule('C14'), level: 'must', verdict: 'broken', evidence }] as const;
  const page = pageOf([{ ...all, report: { ...all.report, judgements } }]);

  expect(JSON.stringify(readPage(page))).not.toContain(secret);
  expect(page).not.toContain(secret);
  expect(JSON.stringify(readPage(page))).toContain('<token 1>');
});

test('text of unknown origin is data, and nothing of the page', () => {
  const around = pageOf([]).split('id="page-data">')[1]?.split('</script>').length;
  for (const text of hostileTexts) {
    const hostile = sample({ name: text, findings: [finding({ found: text })], error: text });
    const page = pageOf([hostile]);
    const [run] = readPage(page).runs;

    expect(run?.name).toBe(text);
    expect(page.split('id="page-data">')[1]?.split('</script>')).toHaveLength(around ?? 0);
  }
});

test('where the page is shown as text, nothing in it turns a line around or gives orders to a build server', () => {
  const text = '\u202edlo\u2066 \u009b2J \ufeff ##vso[task.complete] ##teamcity[x] ##[group]y ::error::z';
  const page = pageOf([sample({ name: text, findings: [finding({ found: text })], error: text })]);

  expect(page).not.toMatch(/[\u0080-\u009f\u202a-\u202e\u2066-\u2069\ufeff]|##\w*\[|^\s*::/m);
  expect(readPage(page).runs[0]).toMatchObject({ name: text, findings: [{ found: text }], client: { error: text } });
});

test('a large report is packed, and says the same', () => {
  const results = Array.from({ length: 200 }, (_, index) => sample({ name: `scenario ${index}`, entries: exchange }));
  const page = pageOf(results);

  expect(readPage(page).runs.map(({ name }) => name)).toEqual(results.map(({ report }) => report.scenario.name));
  expect(page.length).toBeLessThan(400_000);
});

test('what there is no room for is counted: entries by run, characters by body, and broken runs are served first', () => {
  const long = { ...exchange[1], answer: { status: 200, headers: {}, body: 'x'.repeat(100) } } as Entry;
  const [kept, broken] = [sample({ entries: exchange }), sample({ entries: exchange, findings: [finding()] })];
  const size = JSON.stringify(exchange[0]).length + JSON.stringify(exchange[1]).length;

  expect(keepSmall([kept, broken].map(runOf), { all: size, run: size, body: 10 })).toMatchObject([
    { entries: [], left: 2 },
    { entries: exchange },
  ]);
  expect(keepSmall([runOf(broken)], { all: size, run: size - 1, body: 10 })).toMatchObject([
    { entries: exchange.slice(0, 1), left: 1 },
  ]);
  expect(JSON.stringify(keepSmall([runOf(sample({ entries: [long] }))], { all: 1e6, run: 1e6, body: 10 }))).toContain(
    `"${'x'.repeat(10)}\\n… 90 more characters are not in this page"`,
  );
});

test('a page of anything else is written the same way', () => {
  const data: PageData = { writtenBy: 'x', command: 'sweep', title: 't', runs: [] };

  expect(readPage(writePage(data))).toEqual(data);
});

test('an earlier report of a run or a check is a point of the trend; anything else is none', () => {
  expect(readEarlier('monday', '{"version":1,"passed":3,"failed":1,"real":5}')).toEqual({
    name: 'monday',
    passed: 3,
    failed: 1,
    real: 5,
  });
  expect(readEarlier('check', '{"kind":"check","runs":100,"failures":[{}],"real":9}')).toMatchObject({
    passed: 99,
    failed: 1,
  });
  for (const text of ['', 'null', '[]', '{"passed":1}', '{"kind":"verification","real":1}']) {
    expect(readEarlier('other', text)).toBeUndefined();
  }
});
