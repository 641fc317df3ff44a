import { beforeAll, expect, test } from 'vitest';
import type { PageRun } from '../../src/page/data.ts';
import { describeInChromium } from '../chromium.ts';
import { deepTest } from '../sampled.ts';
import { drawnOn, findBarriers, openPage } from './browser.ts';
import { pageOf, type Pages, playPages } from './sample.ts';

describeInChromium('the report page', () => {
  let runs: readonly PageRun[];
  let pages: Pages;

  beforeAll(async () => {
    pages = await playPages();
    runs = pages.runs.runs;
  });

  deepTest('broken runs come first, and filters and the search leave what fits', async () => {
    await using open = await openPage(pages.runs);
    const { page } = open;
    const names = (): Promise<string[]> => page.locator('.run-list .run-name').allInnerTexts();

    await expect.poll(names).toEqual([runs[1]?.name, runs[0]?.name]);
    await page.getByRole('button', { name: 'kept', exact: true }).click();
    await expect.poll(names).toEqual([runs[0]?.name]);
    await page.getByRole('button', { name: 'all', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search scenarios' }).fill('C14');
    await expect.poll(names).toEqual([runs[1]?.name]);
    await page.getByRole('searchbox', { name: 'Search scenarios' }).fill('nothing like it');
    await expect.poll(names).toEqual([]);
  });

  deepTest('scenarios that were not run are named, with the reason, on whatever run one looks at', async () => {
    const notRun = ['comes next', 'comes last'];
    await using open = await openPage(pageOf(runs, { planned: 4, stopped: 'interrupted', notRun }));
    await expect.poll(() => open.page.locator('header').first().innerText()).toContain('2 of 4 runs');
    for (const place of ['', '#/run/1']) {
      await open.reopen(place);
      await expect
        .poll(() => open.page.locator('.not-run summary').innerText())
        .toBe('2 scenarios were not run: interrupted');
      await expect.poll(() => open.page.locator('.not-run li').allInnerTexts()).toEqual(notRun);
    }
    expect(await findBarriers(open.page)).toEqual([]);

    const many = Array.from({ length: 60 }, (_, index) => `scenario ${index}`);
    await using other = await openPage(pageOf(runs, { notRun: many }));
    await expect.poll(() => other.page.locator('.not-run li').last().isVisible()).toBe(false);
    await other.page.locator('.not-run summary').click();
    await expect.poll(() => other.page.locator('.not-run li').last().innerText()).toBe('… and 10 more');

    await using whole = await openPage(pages.runs);
    await expect.poll(() => whole.page.locator('.not-run').count()).toBe(0);
  });

  test('a broken rule shows its claim and evidence, and leads to the exchange', async () => {
    await using open = await openPage(pages.one);
    const { page } = open;

    await expect
      .poll(() => page.locator('.broken-rules').innerText())
      .toContain('A client waits as long as it was told');
    await page.locator('.evidence button').first().click();
    const details = (): Promise<string> => page.locator('.details').innerText();
    await expect.poll(details).toContain('#6 downloadFile');
    await expect.poll(details).toContain('#6 was sent 12 ms after the refusal');
  });

  test('a recommendation that was not followed stands apart from the rules that broke the run', async () => {
    const [stale] = pages.one.runs;
    const recommended = { ...stale?.broken[0], rule: 'C8', name: 'backs-off', level: 'should' } as const;
    const run = { ...stale, broken: [...(stale?.broken ?? []), recommended] } as PageRun;
    await using open = await openPage(pageOf([run, ...runs]));
    const heads = (): Promise<string[]> => open.page.locator('.broken-rules h3').allInnerTexts();

    await expect.poll(heads).toEqual(['Broken rules 1', 'Recommendations not followed 1']);
    await expect.poll(() => open.page.locator('.run-list li').first().innerText()).toContain('C14 ⚠ C8 · ');
  });

  test('the error of a client is told in lines, as it came; a run that left no trace and no command shows none', async () => {
    const failed = { ok: false, error: 'Error: no\n    at send (client.ts:1:2)' };
    const one = { ...runs[0], client: failed, entries: [], replay: '', scenario: '' } as unknown as PageRun;
    await using open = await openPage(pageOf([one]));

    await expect.poll(() => open.page.locator('.client-error code').innerText()).toBe(failed.error);
    await expect.poll(() => open.page.locator('.run').innerText()).toContain('Nothing was recorded');
    for (const part of ['.viewer', '.snippet']) expect(await open.page.locator(part).count()).toBe(0);
  });

  test('what is chosen is told from what is not where the reader’s system chooses the colours', async () => {
    await using open = await openPage(pages.runs, { forcedColors: 'active' });
    const grounds = (of: string): Promise<string[]> =>
      open.page.locator(of).evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]);

    await expect.poll(() => grounds('.run-list li a')).toHaveLength(2);
    await expect.poll(() => grounds('.run-filter button')).toHaveLength(2);
  });

  test('an exchange tells its request, its answer, why, and where it was sent', async () => {
    await using open = await openPage(pages.runs);
    await open.reopen('#/run/0');
    await open.page.getByRole('button', { name: 'Lines' }).click();
    const choose = async (sought: string): Promise<void> => {
      await open.page.getByRole('searchbox', { name: 'Search the lines' }).fill(sought);
      await open.page.locator('.lines tbody button').first().click();
    };
    const details = (): Promise<string> => open.page.locator('.details').innerText();

    await choose('→ 409');
    for (const part of [
      'because',
      'the customer and scope already have a query',
      'Errors, interface C',
      'injected',
      '409',
    ])
      await expect.poll(details).toContain(part);
    await choose('→ 201');
    for (const part of ['POST', 'Bearer <token 1>', 'createRate', '1 of 5', 'Endpoints, interface C', 'inProgress'])
      await expect.poll(details).toContain(part);
  });

  test('how much more evidence there is than is shown stands below it', async () => {
    const broken = runs[1]?.broken.map((one) => ({ ...one, more: 23 })) ?? [];
    await using open = await openPage(pageOf([{ ...runs[1], broken } as PageRun]));

    await expect.poll(() => open.page.locator('.evidence').first().innerText()).toMatch(/\nand 23 more$/);
  });

  test('the place in the client’s code stands with the exchange', async () => {
    await using open = await openPage(pages.one);
    await open.page.getByRole('button', { name: 'Lines' }).click();
    await open.page.locator('.lines tbody button').nth(1).click();

    await expect.poll(() => open.page.locator('.details').innerText()).toContain('sent from src/client.ts:14:22');
  });

  test('keys on the timeline select, go on, zoom, and let go', async () => {
    await using open = await openPage(pages.one);
    const { page } = open;
    await page.locator('.timeline-canvas').focus();
    const place = (): Promise<string> => page.locator('.details-bar .quiet').innerText();
    const view = (): Promise<string | null> => page.locator('.overview').getAttribute('aria-valuetext');

    await page.keyboard.press('n');
    await expect.poll(() => page.locator('.details').innerText()).toContain('C14');
    const before = await place();
    await page.keyboard.press('ArrowRight');
    await expect.poll(place).not.toBe(before);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(place).toBe(before);
    await page.keyboard.press('f');
    await expect.poll(view).not.toBe('from 0 to 100 percent');
    await page.keyboard.press('0');
    await expect.poll(view).toBe('from 0 to 100 percent');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.details').count()).toBe(0);
  });

  deepTest('the wheel with Ctrl zooms, dragging moves, and a click selects', async () => {
    await using open = await openPage(pages.one);
    const { page } = open;
    await drawnOn(page);
    const canvas = page.locator('.timeline-canvas');
    const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const view = (): Promise<string | null> => page.locator('.overview').getAttribute('aria-valuetext');
    await page.mouse.move(box.x + box.width / 2, box.y + 120);

    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -600);
    await page.keyboard.up('Control');
    await expect.poll(view).not.toBe('from 0 to 100 percent');
    const zoomed = await view();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 180, box.y + 120, { steps: 4 });
    await page.mouse.up();
    await expect.poll(view).not.toBe(zoomed);
    await page.keyboard.press('0');
    await page.getByRole('button', { name: 'All' }).click();
    await drawnOn(page);
    // The bar of the client: the first lane, from the beginning on.
    await canvas.click({ position: { x: 210, y: 68 } });
    await expect.poll(() => page.locator('.details h3').first().innerText()).toContain('begins at');
  });

  deepTest('the theme that was chosen wins over the system’s', async () => {
    await using open = await openPage(pages.one, { colorScheme: 'light' });
    const ground = (): Promise<string> => open.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();

    await open.page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(ground).not.toBe(light);
    await open.page.getByRole('button', { name: 'Auto' }).click();
    await expect.poll(ground).toBe(light);
  });

  test('the replay command and the scenario can be copied', async () => {
    await using open = await openPage(pages.one, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = open;
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

    await page.getByRole('button', { name: 'Copy the command' }).click();
    await expect.poll(copied).toBe(runs[1]?.replay);
    await page.getByText('Scenario', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy the scenario' }).click();
    await expect.poll(copied).toBe(runs[1]?.scenario);
  });

  test('in a window that is not tall, as with a large zoom, rows of the matrix are seen below its head', async () => {
    const columns = ['connectionReset', 'listDataQueryRecords, second of two', 'tokenExpired'];
    const rows = Array.from({ length: 60 }, (_, index) => `fault ${index}`);
    const cells = rows.map((_, row) => {
      const verdict = (['kept', 'gave up'] as const)[row] ?? 'inconclusive';
      return { row, column: 0, verdict, what: 'gave up' } as const;
    });
    const data = pageOf(runs, { command: 'sweep', matrix: { rows, columns, cells } });
    await using open = await openPage(data, { viewport: { width: 640, height: 430 } });
    const { page } = open;
    const seen = async (of: string): Promise<number> => (await page.locator(of).boundingBox())?.height ?? 0;

    await expect.poll(() => page.locator('.matrix td.inconclusive').first().innerText()).toBe('?');
    // It counts its cells by itself: the run without a fault is none of them.
    expect(await page.locator('header .quiet').first().innerText()).toMatch(/^sweep · /);
    await expect
      .poll(() => page.locator('.matrix > .quiet').innerText())
      .toMatch(/^✓ 1 got through · - 1 gave up, as it may · \? 58 gave up, where nobody says whether it may\. Each/);
    expect((await seen('.matrix-scroller')) - (await seen('.matrix thead'))).toBeGreaterThan(100);
    await page.emulateMedia({ media: 'print' });
    expect(await seen('.matrix-scroller')).toBeGreaterThan(await seen('.matrix table'));
  });

  deepTest('a cell of the matrix opens its run', async () => {
    await using open = await openPage(pages.sweep);
    await open.page
      .getByRole('link', { name: 'createDataQuery #1, tokenExpired: broken. C14 waits-when-told' })
      .click();

    await expect.poll(() => open.page.locator('article.run h2').innerText()).toContain(runs[1]?.name);
  });

  deepTest('coverage can be cut down to what no run met', async () => {
    await using open = await openPage(pages.check);
    await open.page.getByRole('link', { name: 'Coverage' }).click();
    await open.page.getByRole('checkbox', { name: 'Only what no run met' }).check();

    await expect
      .poll(() => open.page.locator('.coverage-kind li').allInnerTexts())
      .toEqual([expect.stringContaining('query canceled')]);
  });

  test('two runs are seen through one window, with the first difference marked in both', async () => {
    await using open = await openPage(pages.diff);
    const { page } = open;
    const views = (): Promise<(string | null)[]> =>
      page.locator('.overview').evaluateAll((all) => all.map((one) => one.getAttribute('aria-valuetext')));

    await page.getByRole('button', { name: 'Zoom in' }).first().click();
    await expect.poll(views).toEqual(['from 25 to 75 percent', 'from 25 to 75 percent']);
    for (const viewer of await page.locator('.viewer').all()) {
      await viewer.getByRole('button', { name: 'Next mark' }).click();
      await expect.poll(() => viewer.locator('.touched').innerText()).toContain('differs');
    }
  });

  deepTest('on paper there are the list, the findings and a still of the timeline', async () => {
    await using open = await openPage(pages.runs, { colorScheme: 'dark' });
    const { page } = open;
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));

    for (const part of ['.run-list', '.findings', '.still', '.again'])
      await expect.poll(() => page.locator(part).first().isVisible()).toBe(true);
    for (const part of ['.toolbar', '.timeline', '.tools'])
      await expect.poll(() => page.locator(part).first().isVisible()).toBe(false);
    await expect.poll(async () => Number(await page.locator('.still').getAttribute('data-drawn'))).toBeGreaterThan(10);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });
});
