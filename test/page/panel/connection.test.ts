import { createServer, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readPanel } from '../../../src/control/panel.ts';
import { beginControl } from '../../control/begin.ts';
import { describeInChromium } from '../../chromium.ts';
import { deepTest } from '../../sampled.ts';
import { portOf } from '../../port-of.ts';
import { openPanel } from './open-panel.ts';

/** Stands between the browser and the panel, so that connections can be cut. */
const openProxy = async () => {
  let isDown = false;
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (isDown) return void incoming.socket.destroy();
    const passed = send(url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await portOf(server);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  });
  return {
    server: `http://127.0.0.1:${port}`,
    goDown: () => {
      isDown = true;
      cut();
    },
    comeBack: () => {
      isDown = false;
    },
  };
};

describeInChromium('the connection of the live panel', () => {
  test('that is lost is told, and is taken up again with all that happened meanwhile', async () => {
    const proxy = await openProxy();
    await using begun = await beginControl({ page: readPanel() });
    await using panel = await openPanel(begun.url, {
      proxy: { server: proxy.server, bypass: '<-loopback>' },
    });
    const { page } = panel;
    const head = (): Promise<string> => page.locator('.top').innerText();
    await expect.poll(head).toMatch(/live · 1 entries/);

    proxy.goDown();
    await expect.poll(head).toContain('connection lost');
    await page.getByRole('button', { name: 'expireToken now' }).click();
    await expect.poll(() => page.locator('.problem').innerText()).toContain('The simulation cannot be reached.');
    await begun.sim.now.revokeConsent();
    await begun.sim.now.expireToken();
    proxy.comeBack();

    await expect.poll(head).toMatch(/live · 3 entries/);
    await page.getByRole('button', { name: 'Lines' }).click();
    await expect.poll(() => page.locator('.viewer').innerText()).toMatch(/revokeConsent[^]*expireToken/);
  });

  deepTest('is taken up in another world with what that has', async () => {
    const proxy = await openProxy();
    await using begun = await beginControl({ page: readPanel() });
    await begun.sim.now.expireToken();
    await begun.sim.now.revokeConsent();
    await using panel = await openPanel(begun.url, {
      proxy: { server: proxy.server, bypass: '<-loopback>' },
    });
    const { page } = panel;
    const head = (): Promise<string> => page.locator('.top').innerText();
    await expect.poll(head).toMatch(/live · 3 entries/);

    proxy.goDown();
    await expect.poll(head).toContain('connection lost');
    await begun.controlled.reset();
    proxy.comeBack();

    await expect.poll(head).toMatch(/live · world 2 · 1 entries/);
  });
});
