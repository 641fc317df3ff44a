import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasChromium, inChromium, launch } from '../browser.ts';
import { openPanel } from './open-panel.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 20_000 });

/** The command in a process of its own. What it writes is gathered. */
const start = (...args: readonly string[]) => {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (chunk: Buffer): void => {
    said += String(chunk);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    said: () => said,
    /** The exit code. */
    ended: ended.then(([code]) => code as number),
    url: async (): Promise<string> => {
      const find = (): string | undefined => /http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\//.exec(said)?.[0];
      await eventually(find).toBeDefined();
      return find() ?? '';
    },
  };
};

describe.skipIf(!hasChromium)(`the live panel of a command, ${inChromium}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  test.skipIf(!hasPython)(
    hasPython ? 'drives the world of a client in Python, and shows how it fails' : 'skipped: there is no python3',
    async () => {
      const serving = start('serve', '--clock', 'movable', '--control', '--', 'python3', 'test/page/panel/client.py');
      await using panel = await openPanel(browser, await serving.url());
      const { page, complaints, choose } = panel;
      const refreshes = (): number => serving.said().match(/refreshed/g)?.length ?? 0;

      await eventually(refreshes).toBe(1);
      await choose('World');
      await eventually(() => page.getByLabel('Tokens').locator('li').count()).toBe(2);
      await page.getByLabel('How long, or until when').fill('10m');
      await page.keyboard.press('Enter');
      await eventually(refreshes).toBe(2);
      await choose('Act');
      await page.getByRole('button', { name: 'revokeConsent now' }).click();
      await page.getByLabel('How long, or until when').fill('10m');
      await page.keyboard.press('Enter');

      expect(await serving.ended).toBe(1);
      expect(serving.said()).toContain('refused: 400');
      expect(complaints.filter((text) => !/ERR_(?:CONNECTION|INCOMPLETE|EMPTY)/.test(text))).toEqual([]);
      await eventually(() => page.locator('.top').innerText()).toContain('connection lost');
      await page.getByRole('button', { name: 'Lines' }).click();
      await eventually(() => page.locator('.viewer').innerText()).toMatch(/revokeConsent[^]*400/);
    },
    90_000,
  );

  test('a run stands until it is let go, makes steps, and ends as it would have', async () => {
    const scenario = 'scenarios/consent/consent-is-withdrawn.yaml';
    const running = start('run', scenario, '--client', 'scenarios/clients/import-orders.ts', '--example', '--ui');
    await using panel = await openPanel(browser, await running.url());
    const { page, complaints } = panel;
    const entries = async (): Promise<number> =>
      Number(/(\d+) entries/.exec(await page.locator('.top').innerText())?.[1]);

    await eventually(() => page.locator('.clock').innerText()).toContain('virtual time, stands');
    expect(await entries()).toBe(1);
    await page.getByRole('button', { name: 'Step' }).click();
    await eventually(entries).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'To the next act' }).click();
    await page.getByRole('button', { name: 'Lines' }).click();
    await eventually(() => page.locator('.viewer').innerText()).toContain('revokeConsent');
    await eventually(() => page.locator('.clock').innerText()).toContain('virtual time, stands');
    await page.getByLabel('Pace').selectOption('Brisk');
    await page.getByRole('button', { name: 'Continue' }).click();
    await eventually(() => page.locator('.clock').innerText()).toContain('at its end');
    expect(running.said()).not.toContain('passed');
    await page.getByRole('button', { name: 'Go on' }).click();

    expect(await running.ended).toBe(0);
    expect(running.said()).toMatch(/1 passed|all kept|1 kept/);
    expect(complaints.filter((text) => !/ERR_(?:CONNECTION|INCOMPLETE|EMPTY)/.test(text))).toEqual([]);
  }, 90_000);
});
