import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clients } from '../../cli/check-clients.ts';
import { start } from '../../cli/start.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { describeInChromium } from '../../chromium.ts';
import { deepTest } from '../../sampled.ts';
import { openPanel } from './open-panel.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What a page may complain of when the command has ended: its server is being closed, or is gone. */
const isGone = (complaint: string): boolean =>
  /net::ERR_(?:CONNECTION|INCOMPLETE|EMPTY|SOCKET)|status of 503/.test(complaint);

const project = resolve(import.meta.dirname, '../../..');

/** The command, and the address that it says. */
const open = async (...args: readonly string[]) => {
  const started = start(project, args);
  onTestFinished(() => started[Symbol.dispose]());
  const address = /http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\//;
  await started.said(address);
  return { ...started, url: address.exec(started.text())?.[0] ?? '' };
};

describeInChromium('the live panel of a command', () => {
  test.skipIf(!hasPython)(
    hasPython ? 'drives the world of a client in Python, and shows how it fails' : 'skipped: there is no python3',
    async () => {
      const serving = await open(
        'serve',
        '--clock',
        'movable',
        '--control',
        '--',
        'python3',
        'test/page/panel/client.py',
      );
      await using panel = await openPanel(serving.url);
      const { page, complaints, choose } = panel;
      const refreshes = (): number => serving.text().match(/refreshed/g)?.length ?? 0;

      await expect.poll(refreshes).toBe(1);
      await choose('World');
      await expect.poll(() => page.getByLabel('Tokens').locator('li').count()).toBe(2);
      await page.getByLabel('How long, or until when').fill('10m');
      await page.keyboard.press('Enter');
      await expect.poll(refreshes).toBe(2);
      await choose('Act');
      await page.getByRole('button', { name: 'revokeConsent now' }).click();
      await page.getByLabel('How long, or until when').fill('10m');
      await page.keyboard.press('Enter');

      expect(await serving.ended).toMatchObject({ code: 1 });
      expect(serving.text()).toContain('refused: 400');
      expect(complaints.filter((text) => !isGone(text))).toEqual([]);
      await expect.poll(() => page.locator('.top').innerText()).toContain('connection lost');
      await page.getByRole('button', { name: 'Lines' }).click();
      await expect.poll(() => page.locator('.viewer').innerText()).toMatch(/revokeConsent[^]*400/);
    },
  );

  deepTest('a run stands until it is let go, makes steps, and ends as it would have', async () => {
    const traces = temporaryFolder();
    const words = ['run', 'scenarios/consent/consent-is-withdrawn.yaml', '--example'];
    words.push('--client', 'scenarios/clients/import-orders.ts', '--trace');
    await start(project, [...words, join(traces, 'plain')]).ended;
    const running = await open(...words, join(traces, 'seen'), '--ui');
    await using panel = await openPanel(running.url);
    const { page, complaints } = panel;
    const entries = async (): Promise<number> =>
      Number(/(\d+) entries/.exec(await page.locator('.top').innerText())?.[1]);

    await expect.poll(() => page.locator('.clock').innerText()).toContain('virtual time, stands');
    await expect.poll(entries).toBe(1);
    await page.getByRole('button', { name: 'Step' }).click();
    await expect.poll(entries).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'To the next act' }).click();
    await page.getByRole('button', { name: 'Lines' }).click();
    await expect.poll(() => page.locator('.viewer').innerText()).toContain('revokeConsent');
    await expect.poll(() => page.locator('.clock').innerText()).toContain('virtual time, stands');
    await page.getByLabel('Pace').selectOption('Brisk');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => page.locator('.clock').innerText()).toContain('at its end');
    expect(running.text()).not.toContain('passed');
    await page.getByRole('button', { name: 'Go on' }).click();

    expect(await running.ended).toMatchObject({ code: 0 });
    expect(running.text()).toContain('1 passed');
    const [plain, seen] = ['plain', 'seen'].map((name) =>
      readFileSync(join(traces, name, readdirSync(join(traces, name))[0] ?? ''), 'utf8'),
    );
    expect(seen).toBe(plain);
    expect(complaints.filter((text) => !isGone(text))).toEqual([]);
  });

  deepTest('a check shows its counterexample, and has the exit code of the check', async () => {
    const folder = temporaryFolder(clients);
    const checking = await open('check', `${folder}/helpless.mjs`, '--runs', '60', '--ui');
    await using panel = await openPanel(checking.url);
    const { page } = panel;

    expect(checking.text()).toContain('C4');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => page.locator('.clock').innerText()).toContain('at its end');
    await page.getByRole('tab', { name: 'Rules' }).click();
    await expect.poll(() => page.locator('.broken-rules').innerText()).toContain('C4');
    await page.getByRole('button', { name: 'Go on' }).click();

    expect(await checking.ended).toMatchObject({ code: 1 });
  });
});
