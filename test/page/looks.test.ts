import { beforeAll, expect, test } from 'vitest';
import { describeInChromium } from '../chromium.ts';
import { expectFitForAll, looks, openPage } from './browser.ts';
import { begin, sendMail, work } from './panel/begin.ts';
import { openPanel } from './panel/open-panel.ts';
import { pressAll, type Pressed } from './press-all.ts';
import { sampled } from '../sampled.ts';
import { playPages, type Pages } from './sample.ts';

describeInChromium('every page', () => {
  let pages: Pages;

  beforeAll(async () => {
    pages = await playPages();
  });

  /** Of several views that follow each other each is looked at in another of them; in depth in all. */
  const looksAt = (place: number) => sampled(looks, { every: looks.length, from: place });

  test('every view, wide and narrow, light and dark: no barrier, no complaint, nothing wider', async () => {
    const views = [
      ['runs', ''],
      ['runs', '#/run/1'],
      ['runs', '#/run/0'],
      ['sweep', ''],
      ['check', '#/coverage'],
      ['check', '#/trend'],
      ['diff', ''],
    ] as const;
    for (const [index, [name, place]] of sampled(views, { every: 3 }).entries()) {
      await using open = await openPage(pages[name]);
      await open.reopen(place);
      await expectFitForAll(open.page, `${name}${place}`, looksAt(index));
      expect(open.complaints).toEqual([]);
    }
  });

  test('every tab of the live panel, wide and narrow, light and dark: no barrier, no complaint, nothing wider', async () => {
    await using begun = await begin();
    await work(begun);
    await sendMail(begun, '<p>Hello</p>');
    await begun.sim.elapse('1h');
    await using panel = await openPanel(begun.url);
    const { page, choose, complaints } = panel;

    for (const [index, tab] of sampled(['Act', 'World', 'Mails', 'Rules', 'Scenario'], { every: 2 }).entries()) {
      await choose(tab);
      if (tab === 'Act') await page.getByText('delayNotification').click();
      if (tab === 'Rules') await page.locator('.evidence button').click();
      await expectFitForAll(page, tab, looksAt(1 + index));
    }
    expect(complaints).toEqual([]);
  });

  /** What one sees of a run is the same on three of them. */
  const withControls = sampled(['runs', 'one', 'check', 'sweep', 'diff'] as const, {
    every: 3,
    kind: (name) => (name === 'sweep' || name === 'diff' ? name : 'runs'),
  });

  test.each(sampled([looks[0], looks[3]], { every: 2 }))(
    'every control at $viewport.width pixels, $colorScheme, can be used',
    async (look) => {
      for (const name of withControls) {
        await using open = await openPage(pages[name], look);
        let done: Pressed = { first: [], pressed: [], covered: [] };
        do {
          // What the one before has hidden is there again.
          if (done.pressed.length > 0) await open.reopen();
          done = await open.page.evaluate(pressAll, done.pressed);
          expect(done.covered, name).toEqual([]);
        } while (done.first.some((control) => !done.pressed.includes(control)));
        expect(done.pressed.length).toBeGreaterThan(3);
        expect(open.complaints).toEqual([]);
      }
    },
  );
});
