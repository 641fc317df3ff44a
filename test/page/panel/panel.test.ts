import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readScenario } from '../../../src/language/read-scenario.ts';
import { namesOfVerbs } from '../../../src/language/verbs.ts';
import { describeInChromium } from '../../chromium.ts';
import { deepTest } from '../../sampled.ts';
import { begin, sendMail, work } from './begin.ts';
import { openPanel } from './open-panel.ts';

const elapsedOn = (page: Page): Promise<string> => page.locator('.clock-elapsed output').innerText();

interface Filling {
  readonly index: number;
  /** What stands in fields, by their labels, apart from the example that each shows. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Of two applications the second, so that there is still a first one for the verbs that follow. */
const special: Readonly<Record<string, Pick<Filling, 'fields'>>> = {
  deleteProfile: { fields: { application: 'application-2' } },
  fail: { fields: { 'When it happens': 'on', Which: 'createDataQuery' } },
  fault: { fields: { 'When it happens': 'on', Which: 'createDataQuery' } },
};

/** Opens the form of a verb, fills in what it needs, and sends it. Runs in the browser, in one go. */
const fillVerb = async ({ index, fields = {} }: Filling): Promise<void> => {
  const drawn = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const row = document.querySelectorAll('.verbs > li')[index];
  row?.querySelector<HTMLElement>('.verb-head button')?.click();
  await drawn();
  const form = row?.querySelector('form');
  if (form === null || form === undefined) throw new Error('there is no form');
  const enter = async (field: HTMLInputElement | HTMLSelectElement, value: string): Promise<void> => {
    field.focus();
    field.value = value;
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
    await drawn();
  };
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.field :is(input, select)')) {
    if (!field.required) continue;
    const example =
      field instanceof HTMLSelectElement ? field.options[1]?.value : field.placeholder.replace('e.g. ', '');
    await enter(field, example ?? '');
  }
  for (const [label, value] of Object.entries(fields)) {
    const field = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].find(
      (one) => one.ariaLabel === label || one.labels?.[0]?.textContent.startsWith(label) === true,
    );
    if (field === undefined) throw new Error(`no ${label}`);
    await enter(field, value);
  }
  while (form.querySelector('button:disabled') !== null) await drawn();
  form.querySelector('button')?.click();
};

describeInChromium('the live panel', () => {
  test('time is told and moved, and what is no time is refused with title, place and hint', async () => {
    await using begun = await begin();
    await work(begun);
    await using panel = await openPanel(begun.url);
    const { page, complaints } = panel;

    for (const [button, time] of [
      ['+1s', '00:00:01.0'],
      ['+1m', '00:01:01.0'],
      ['+5m', '00:06:01.0'],
      ['Next due', '00:10:00.0'],
      ['+1h', '01:10:00.0'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect.poll(() => elapsedOn(page)).toBe(time);
    }
    const goal = page.getByLabel('How long, or until when');
    await goal.fill('2024-02-29T02:00Z');
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await expect.poll(() => elapsedOn(page)).toBe('02:00:00.0');
    await goal.fill('soon');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.locator('.clock .problem').innerText())
      .toMatch(/What was asked for cannot be\.\s+"soon" is not a duration\s+at body, "for"\s+\S+/);
    expect(begun.sim.elapsed).toBe(7_200_000);
    expect(complaints).toEqual([]);
  });

  deepTest('every verb of the table has a form, and is told by it', async () => {
    await using begun = await begin();
    await using panel = await openPanel(begun.url);
    const { page, complaints } = panel;
    const told: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/steps')) told.push(request.postData() ?? '');
    });
    const answers: Record<string, string> = {};

    for (const [index, name] of namesOfVerbs.entries()) {
      const [answer] = await Promise.all([
        page.waitForResponse(/\/steps$/),
        page.evaluate(fillVerb, { index, ...special[name] }),
      ]);
      answers[name] = answer.status() === 201 ? 'told' : await answer.text();
    }

    expect(told).toHaveLength(namesOfVerbs.length);
    expect(Object.entries(answers).filter(([, said]) => said !== 'told')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  deepTest('what needs no fields is one click away, and is seen in the trace and in the world', async () => {
    await using begun = await begin();
    await work(begun);
    await using panel = await openPanel(begun.url);
    const { page, choose } = panel;

    await choose('World');
    const query = page.getByLabel('Queries').locator('li');
    await expect.poll(() => query.innerText()).toContain('in progress');
    await expect.poll(() => query.locator('.life-left').innerText()).toBe('10m left');
    await page.getByRole('button', { name: '+1m' }).click();
    await expect.poll(() => query.locator('.life-left').innerText()).toBe('9m left');
    await choose('Act');
    await page.getByPlaceholder('Search what can happen').fill('withdraws');
    await page.getByRole('button', { name: 'revokeConsent now' }).click();
    await choose('World');
    await expect.poll(() => query.innerText()).toContain('revoked');
    await page.getByRole('button', { name: 'Lines' }).click();
    await expect.poll(() => page.locator('.viewer').innerText()).toContain('revokeConsent');
    expect(begun.sim.queries).toMatchObject([{ state: 'canceled' }]);
  });

  test('a rule that is broken is counted, and a click leads to where it was', async () => {
    await using begun = await begin();
    await work(begun);
    await begun.sim.elapse('1h');
    await using panel = await openPanel(begun.url);
    const { page, choose } = panel;

    await expect.poll(() => page.getByRole('tab', { name: 'Rules' }).innerText()).toMatch(/Rules\s*1/);
    await choose('Rules');
    await page.locator('.evidence button').click();
    await expect.poll(() => page.locator('.details').innerText()).toContain('no endpoint is registered');
    await page.getByText('The others').click();
    await expect.poll(() => page.locator('.rules li').count()).toBeGreaterThan(20);
  });

  test('hostile mails and names are shown, and do nothing', async () => {
    await using begun = await begin();
    await begun.controlled.reset(readScenario('name: "<img src=x onerror=alert(1)>\\u202Eevil"', 'evil.yaml'));
    await sendMail(
      begun,
      `<h1>Hello</h1><script>parent.alert(1)</script><img src="https://evil.example/a.png" onerror="alert(2)">
       <link rel="stylesheet" href="https://evil.example/a.css"><meta http-equiv="refresh" content="0;url=https://evil.example">
       <iframe src="https://evil.example"></iframe><a href="https://evil.example/b" target="_top">a link</a>
       <form action="https://evil.example"><input name="a"><button>Send</button></form><svg onload="alert(3)"></svg>
       <div style="background:url(https://evil.example/c)">boxed</div>`,
    );
    await sendMail(begun, 'plain, 1 < 2');
    await using panel = await openPanel(begun.url);
    const { page, complaints, choose } = panel;

    await expect.poll(() => page.locator('h1').innerText()).toBe('<img src=x onerror=alert(1)>\\u202eevil');
    await choose('Mails');
    const mail = page.frameLocator('.mails iframe');
    await expect.poll(() => mail.locator('body').innerText()).toMatch(/Hello[^]*a link[^]*boxed/);
    await expect
      .poll(() => mail.locator('script, link, iframe, form, input, svg, [style], [href], [src]').count())
      .toBe(0);
    await mail.getByText('a link').click();
    await page.getByRole('button', { name: 'Text' }).click();
    await expect.poll(() => page.locator('.mails pre').allInnerTexts()).toHaveLength(2);
    await expect.poll(async () => (await page.locator('.mails pre').allInnerTexts()).join()).toContain('plain, 1 < 2');
    expect(page.url()).toBe(begun.url);
    // What is tried while it is read, the browser tells of, and does not do.
    expect(complaints.filter((text) => !/violates the following Content Security Policy/.test(text))).toEqual([]);
  });

  test('a scenario is told, or played from its beginning; its mistakes have line and column', async () => {
    await using begun = await begin();
    await using panel = await openPanel(begun.url);
    const { page, choose } = panel;
    await choose('Scenario');
    const text = page.getByLabel('The scenario, as YAML or JSON');

    await text.fill('name: x\nsteps:\n  - { at: 10m, do: revokeConsnt }');
    await page.getByRole('button', { name: 'Add its steps' }).click();
    await expect.poll(() => page.locator('.problem').innerText()).toContain('body:3:20');
    await page.getByLabel('A scenario file', { exact: true }).setInputFiles({
      name: 'held.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from('name: held\nsteps:\n  - { at: 10m, do: holdAccount }\n'),
    });
    await expect.poll(() => text.inputValue()).toContain('holdAccount');
    await page.getByRole('button', { name: 'Add its steps' }).click();
    await expect.poll(() => begun.sim.unfired.length).toBe(1);
    await page.getByRole('button', { name: 'Restart with it' }).click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('held');
    await expect.poll(() => page.locator('.top').innerText()).toContain('world 2');
    expect(begun.sim.unfired).toHaveLength(1);
  });

  deepTest('what was told is a scenario file, which is read as what was told', async () => {
    await using begun = await begin();
    await using panel = await openPanel(begun.url, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, choose, complaints } = panel;
    const tell = async (verb: string, fill: (form: ReturnType<Page['getByRole']>) => Promise<void>): Promise<void> => {
      await page.getByPlaceholder('Search what can happen').fill(verb);
      const row = page.locator('.verbs > li').first();
      await row.locator('.verb-head button').first().click();
      await fill(row.getByRole('form'));
      const answer = page.waitForResponse(/\/steps$/);
      await row.getByRole('form').getByRole('button').click();
      await answer;
      await row.locator('.verb-head button').first().click();
    };

    await page.getByRole('button', { name: '+1m' }).click();
    await expect.poll(() => elapsedOn(page)).toBe('00:01:00.0');
    await tell('grantConsent', (form) => form.getByLabel('for').fill('2h'));
    await tell('holdAccount', async (form) => {
      await form.getByLabel('When it happens').selectOption('wait');
      await form.getByLabel('How long').fill('90s');
    });
    await tell('loseNotification', async (form) => {
      await form.getByLabel('When it happens').selectOption('on');
      await form.getByLabel('Which').selectOption('notification');
      await form.getByLabel('the nth').fill('2');
    });
    await choose('Scenario');
    await expect.poll(() => page.locator('.as-file').innerText()).toContain('3 steps were told');
    await page.getByRole('button', { name: 'Copy the scenario' }).click();
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain('steps:');

    const { steps } = readScenario(await copied(), 'told.yaml');
    expect(steps).toMatchObject([
      { trigger: { kind: 'at', time: '1m' }, action: { do: 'grantConsent', for: '2h' } },
      { trigger: { kind: 'at', time: '2m 30s' }, action: { do: 'holdAccount' } },
      { trigger: { kind: 'on', exchange: 'notification', nth: 2 }, action: { do: 'loseNotification' } },
    ]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    expect((await download).suggestedFilename()).toBe('told.yaml');
    expect(complaints).toEqual([]);
  });

  deepTest('a world is saved and gone back to, and begins anew', async () => {
    await using begun = await begin();
    await using panel = await openPanel(begun.url);
    const { page, choose } = panel;
    await choose('Scenario');

    await page.getByRole('button', { name: 'Save the world' }).click();
    await page.getByRole('button', { name: '+1h' }).click();
    await expect.poll(() => elapsedOn(page)).toBe('01:00:00.0');
    await page.getByRole('button', { name: 'Go back to it' }).click();
    await expect.poll(() => elapsedOn(page)).toBe('00:00:00.0');
    await page.getByRole('button', { name: 'Restart', exact: true }).click();
    await expect.poll(() => page.locator('.top').innerText()).toContain('world 3');
  });

  deepTest('two panels show the same', async () => {
    await using begun = await begin();
    await using one = await openPanel(begun.url);
    await using other = await openPanel(begun.url);

    await one.page.getByRole('button', { name: 'revokeConsent now' }).click();
    await other.page.getByRole('button', { name: '+5m' }).click();
    await other.page.getByRole('button', { name: 'expireToken now' }).click();

    const kinds = (): readonly string[] => begun.sim.trace.entries.map(({ kind }) => kind);
    await expect.poll(kinds).toEqual(['began', 'action', 'action']);
    for (const { page, complaints } of [one, other]) {
      await expect.poll(() => page.locator('.top').innerText()).toContain('3 entries');
      await expect.poll(() => elapsedOn(page)).toBe('00:05:00.0');
      expect(complaints).toEqual([]);
    }
  });

  test('keys choose among the tabs, and the colours are chosen', async () => {
    await using begun = await begin();
    await using panel = await openPanel(begun.url);
    const { page } = panel;

    await page.getByRole('tab', { name: 'Act' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByRole('tab', { name: 'Scenario' }).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-shown')).toBe('dark');
    const help = page.locator('dialog.help');
    await page.getByRole('button', { name: 'Help' }).click();
    await expect.poll(() => help.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByLabel('The scenario, as YAML or JSON').press('?');
    expect(await help.isVisible()).toBe(false);
    await page.getByRole('tab', { name: 'Act' }).press('?');
    await expect.poll(() => help.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByLabel('Follow the end').uncheck();
    expect(await page.content()).not.toContain(new URL(begun.url).pathname.slice(1, -1));
  });

  deepTest('ten thousand entries arrive, and only those in sight are made', async () => {
    await using begun = await begin();
    await using panel = await openPanel(begun.url);
    const { page } = panel;

    for (let count = 0; count < 5000; count += 1) await begun.sim.fetch(`${begun.sim.env.emailUrl}/nothing`);
    const entries = begun.sim.trace.entries.length;
    expect(entries).toBeGreaterThan(10_000);
    await expect.poll(() => page.locator('.top').innerText()).toContain(`${entries} entries`);
    await page.getByRole('button', { name: 'Lines' }).click();
    const rows = page.locator('.lines tbody tr:not(.filler)');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    expect(await rows.count()).toBeLessThan(120);
  });
});
