import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser, describeInChromium } from '../chromium.ts';
import { listen } from '../transport/servers.ts';
import { type Begun, beginControl } from './begin.ts';

/** All that a page can send to another address, as far as browsers let it; each tells what came of it. */
const attacks: Readonly<Record<string, string>> = {
  'fetch, to read': `fetch(base + 'state').then((answer) => answer.text())`,
  'fetch, without reading': `fetch(base + 'steps', { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body }).then(({ type }) => type)`,
  'fetch, as JSON': `fetch(base + 'steps', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(({ status }) => status)`,
  'fetch, with an opaque origin': `new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-scripts';
    frame.srcdoc = '<script>fetch(' + JSON.stringify(base + 'steps') + ', { method: "POST", mode: "no-cors", body: ' + JSON.stringify(body) + ' })' +
      '.then(() => parent.postMessage("sent", "*"), () => parent.postMessage("failed", "*"))<' + '/script>';
    addEventListener('message', ({ data }) => done(data), { once: true });
    document.body.append(frame);
  })`,
  'a form': `new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.name = 'target';
    document.body.append(frame);
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: base + 'steps', enctype: 'text/plain', target: 'target' });
    const field = document.createElement('input');
    Object.assign(field, { name: '{"do":"holdAccount","x":"', value: '"}' });
    form.append(field);
    document.body.append(form);
    frame.onload = () => done('sent');
    form.submit();
  })`,
  'a form without fields': `new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.name = 'empty';
    document.body.append(frame);
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: base + 'reset', target: 'empty' });
    document.body.append(form);
    frame.onload = () => done('sent');
    form.submit();
  })`,
  'a beacon': `Promise.resolve(String(navigator.sendBeacon(base + 'steps', body)))`,
  'an event source': `new Promise((done) => {
    const source = new EventSource(base + 'trace/events');
    const end = (told) => { source.close(); done(told); };
    source.onmessage = () => end('heard');
    source.addEventListener('entry', () => end('heard'));
    source.onerror = () => end('failed');
  })`,
  'an image': `new Promise((done) => {
    const image = new Image();
    image.onload = () => done('loaded');
    image.onerror = () => done('failed');
    image.src = base + 'state';
  })`,
  'a script': `new Promise((done) => {
    const script = document.createElement('script');
    script.onload = () => done('loaded');
    script.onerror = () => done('failed');
    script.src = base + 'env';
    document.body.append(script);
  })`,
  'a frame': `new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.onload = () => { try { done(frame.contentDocument.body.textContent); } catch { done('failed'); } };
    frame.src = base + 'env';
    document.body.append(frame);
  })`,
  'a web socket': `new Promise((done) => {
    const socket = new WebSocket(base.replace('http', 'ws') + 'trace/events');
    socket.onopen = () => done('opened');
    socket.onerror = () => done('failed');
  })`,
};

describeInChromium('a page that the developer looks at', () => {
  const isUntouched = async (begun: Begun): Promise<void> => {
    expect(begun.sim.trace.entries).toHaveLength(1);
    expect(begun.sim.elapsed).toBe(0);
    expect(begun.sim.unfired).toEqual([]);
  };

  /** On the same machine at another port, and under another name: of the same site, and of another. */
  test.each(['127.0.0.1', 'evil.localhost'])('from %s cannot drive it, not even with the token', async (name) => {
    await using begun = await beginControl();
    const { sim } = begun;
    await using elsewhere = await listen((_, response) =>
      response.setHeader('content-type', 'text/html').end('<body>'),
    );
    const page = await browser.newPage();
    await page.goto(`http://${name}:${elsewhere.port}/`);

    for (const [how, attack] of Object.entries(attacks)) {
      const told = await page.evaluate(
        ([base, code]) => {
          const body = '{"do":"holdAccount"}';
          // oxlint-disable-next-line typescript/no-implied-eval
          const run = new Function('base', 'body', `return ${code}`) as (...args: string[]) => Promise<unknown>;
          return run(base, body).catch(() => 'failed');
        },
        [begun.url, attack] as [string, string],
      );
      expect([how, 'failed sent true opaque'.includes(String(told)) ? 'nothing was read' : told]).toEqual([
        how,
        'nothing was read',
      ]);
    }
    await page.close();
    expect(begun.sim).toBe(sim);
    await isUntouched(begun);
  });

  test('that has taken its address by another name is not answered', async () => {
    await using begun = await beginControl();
    const page = await browser.newPage();
    const { port, pathname } = new URL(begun.url);

    const heard = page.waitForResponse((answer) => answer.url().includes(pathname));
    await page.goto(`http://evil.localhost:${port}${pathname}env`).catch(() => undefined);

    expect((await heard).status()).toBe(403);
    await page.close();
  });

  test('that links to it does not lead there', async () => {
    await using begun = await beginControl({ page: '<title>panel</title>' });
    await using elsewhere = await listen((_, response) =>
      response.setHeader('content-type', 'text/html').end(`<a href="${begun.url}">look</a>`),
    );
    const page = await browser.newPage();
    await page.goto(elsewhere.url.replace('127.0.0.1', 'evil.localhost'));
    const [answer] = await Promise.all([page.waitForResponse(begun.url), page.click('a').catch(() => undefined)]);

    expect(answer.status()).toBe(403);
    await page.close();
  });

  /** What a page complains of. */
  const open = async (url: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(url);
    return { page, complaints };
  };

  test('of its own can: it reads, tells, and hears what happens', async () => {
    const script = `(async () => {
      const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      const source = new EventSource('trace/events');
      const heard = new Promise((done) => source.addEventListener('entry', ({ data }) => data.includes('holdAccount') && done()));
      const { status } = await post('steps', { do: 'holdAccount' });
      await heard;
      source.close();
      const { clock } = await (await fetch('state')).json();
      document.title = status + ' ' + clock.elapsed;
    })()`;
    const style = 'body { color: rgb(1, 2, 3) }';
    await using begun = await beginControl({ page: `<style>${style}</style><script>${script}</script><body>hello` });
    const { page, complaints } = await open(begun.url);

    await page.waitForFunction(() => document.title !== '');
    expect(await page.title()).toBe('201 0');
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(1, 2, 3)');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('of its own runs nothing but what stands in it, and speaks with nobody else', async () => {
    await using begun = await beginControl({ page: '<script>globalThis.own = 1</script><body>' });
    await using elsewhere = await listen((_, response) =>
      response.setHeader('access-control-allow-origin', '*').end('found'),
    );
    const { page, complaints } = await open(begun.url);

    const told = await page.evaluate(async (url) => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.other = 1';
      document.body.append(script);
      document.body.innerHTML += '<img src="x" onerror="globalThis.other = 2">';
      const found = await fetch(url).then(
        (answer) => answer.text(),
        () => 'failed',
      );
      return [Reflect.get(globalThis, 'own'), Reflect.get(globalThis, 'other'), found];
    }, elsewhere.url);

    expect(told).toEqual([1, undefined, 'failed']);
    await expect.poll(() => complaints.length).toBeGreaterThan(0);
    await page.close();
  });
});
