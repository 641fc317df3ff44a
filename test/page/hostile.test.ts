import { expect, test } from 'vitest';
import type { PageData, PageRun } from '../../src/page/data.ts';
import type { Entry } from '../../src/trace/entry.ts';
import { hostileTexts } from '../report/sample.ts';
import { describeInChromium } from '../chromium.ts';
import { sampled } from '../sampled.ts';
import { openPage } from './browser.ts';
import { pageOf } from './sample.ts';

const markup = '</script><img src=x onerror="alert(1)"><svg onload=alert(2)>"@page-data@"$&';
const evil = [markup, ...hostileTexts].join(' ');

/** A run in which every text that comes from elsewhere is hostile. */
const hostile = (): PageRun => {
  const entries: readonly Entry[] = [
    { at: 0, kind: 'began', epoch: '2024-02-29T00:00:00.000Z', seed: 0 },
    {
      at: 0,
      kind: 'request',
      exchange: 1,
      operation: 'unknown',
      request: { method: 'GET', url: `https://x.test/${evil}`, headers: { [evil]: evil }, body: evil },
    },
    {
      at: 0,
      kind: 'answer',
      exchange: 1,
      answer: { status: 500, headers: { 'content-type': evil }, body: JSON.stringify({ [evil]: [evil] }) },
      row: evil,
      saw: evil,
      section: evil,
      leaned: [],
    },
    { at: 5, kind: 'ended', outcome: 'rejected', error: evil, told: { value: evil } },
  ];
  return {
    name: evil,
    place: evil,
    verdict: 'broken',
    seed: 0,
    elapsed: 5,
    real: 1,
    client: { ok: false, error: evil, told: { value: { [evil]: evil } } },
    findings: [{ claim: evil, found: evil, place: evil }],
    warnings: [],
    broken: [
      {
        rule: 'C14',
        name: evil,
        claim: evil,
        section: evil,
        level: 'must',
        judges: 'client',
        evidence: [{ at: 0, exchange: 1, what: evil }],
      },
    ],
    replay: evil,
    scenario: evil,
    assumptions: { [evil]: evil },
    sentFrom: { 1: evil },
    entries,
  };
};

const reversing = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/;

describeInChromium('hostile names and bodies', () => {
  const views: readonly (readonly [string, Partial<PageData>, string])[] = [
    ['a run', {}, ''],
    ['the list', { runs: [hostile(), hostile()], stopped: evil, notRun: [evil] }, ''],
    [
      'the matrix',
      {
        matrix: {
          rows: [evil],
          columns: [evil],
          cells: [{ row: 0, column: 0, verdict: 'broken', run: 0, what: evil }],
        },
      },
      '',
    ],
    ['coverage', { coverage: { kinds: [{ name: evil, what: evil, items: [{ name: evil, met: 0 }] }] } }, '#/coverage'],
    ['the trend', { trend: [{ name: evil, passed: 1, failed: 0, real: 1 }] }, '#/trend'],
    ['a comparison', { compare: { left: 0, right: 0, differs: evil } }, ''],
  ];

  test.each(sampled(views, { every: 3 }))(
    'are text in %s: no element, no script, no line turned around',
    async (_, changes, place) => {
      await using open = await openPage(pageOf([hostile()], { title: evil, ...changes }));
      const { page, complaints, reopen } = open;
      await reopen(place);
      for (const summary of await page.locator('summary:visible').all()) await summary.click();
      if ((await page.locator('.evidence button').count()) > 0) {
        await page.locator('.evidence button').first().click();
        await expect
          .poll(() => page.locator('.details').innerText())
          .toContain('</script><img src=x onerror="alert(1)">');
      }

      expect(await page.locator('#app').locator('img, svg, script').count()).toBe(0);
      await expect.poll(() => page.locator('#app').innerText()).toContain('\\u202e');
      expect(await page.evaluate(() => document.getElementById('app')?.outerHTML ?? '')).not.toMatch(reversing);
      expect(complaints).toEqual([]);
    },
  );

  test('a script that got into the page all the same would not run', async () => {
    await using open = await openPage(pageOf([hostile()]));
    const { page, complaints } = open;
    const isRun = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.isRun = true';
      document.body.append(script);
      const image = document.createElement('img');
      image.src = 'https://example.test/x.png';
      document.body.append(image);
      return 'isRun' in globalThis;
    });

    expect(isRun).toBe(false);
    for (const kind of ['script-src', 'img-src'])
      await expect.poll(() => complaints).toContainEqual(expect.stringMatching(`Content Security Policy.*${kind}`));
  });
});
