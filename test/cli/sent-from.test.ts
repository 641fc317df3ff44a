import { channel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { readPage } from '../report/read-page.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';

const token = `const body = (env) => new URLSearchParams({ grant_type: 'client_credentials', client_id: env.clientId }).toString();
const headers = { 'content-type': 'application/x-www-form-urlencoded' };`;

/** Each sends its one request where `sent` stands. */
const clients: Readonly<Record<string, string>> = {
  fetch: `${token}
export default async (env) => {
  await fetch(env.tokenUrl, { method: 'POST', headers, body: body(env) }); // sent
};
`,
  'fetch with a Request': `${token}
export default async (env) => {
  const request = new Request(env.tokenUrl, { method: 'POST', headers, body: body(env) });
  await fetch(request); // sent
};
`,
  'fetch, kept since before': `${token}
const kept = fetch;
export default async (env) => {
  await kept(env.tokenUrl, { method: 'POST', headers, body: body(env) }); // sent
};
`,
  'node:http': `${token}
import { request } from 'node:https';
const ask = (url, text) =>
  new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers }, (response) => response.resume().on('end', resolve)); // sent
    sending.on('error', reject);
    sending.end(text);
  });
export default async (env) => {
  await ask(env.tokenUrl, body(env));
};
`,
  axios: `${token}
import axios from '${import.meta.resolve('axios')}';
export default async (env) => {
  const validateStatus = () => true;
  await axios.post(env.tokenUrl, body(env), { headers, validateStatus }); // sent
};
`,
  undici: `${token}
import { request } from '${import.meta.resolve('undici')}';
export default async (env) => {
  const { body: answer } = await request(env.tokenUrl, { method: 'POST', headers, body: body(env) }); // sent
  await answer.text();
};
`,
};

/** Plays a client, and gives back the places in it that the page tells, by exchange. */
const placesOf = async (client: string): Promise<Readonly<Record<number, string>>> => {
  const folder = temporaryFolder({ 'a.yaml': 'name: a\n', 'client.mjs': client });
  const { out } = await run(['run', `${folder}/a.yaml`, '-c', `${folder}/client.mjs`, '-r', 'html']);
  const [played] = readPage(out).runs;
  const found = Object.entries(played?.sentFrom ?? {}).map(([exchange, place]) => {
    expect(place).toMatch(/client\.mjs:\d+:\d+$/);
    return [exchange, Number(/:(\d+):\d+$/.exec(place)?.[1])] as const;
  });
  const sent = played?.entries.filter(({ kind }) => kind === 'request') ?? [];
  expect(sent.length).toBeGreaterThan(0);
  const lines = client.split('\n');
  return Object.fromEntries(found.map(([exchange, line]) => [exchange, lines[line - 1]?.split('// ')[1] ?? '']));
};

test.each(Object.keys(clients))('a page tells the line of the client that sent a request: %s', async (name) => {
  expect(await placesOf(clients[name] ?? '')).toEqual({ 1: 'sent' });
});

test('of a library that sends later, when its caller has long returned, nothing is told', async () => {
  const client = `
import got from '${import.meta.resolve('got')}';
export default async (env) => {
  await got.post(env.tokenUrl, { throwHttpErrors: false, retry: { limit: 0 } });
};
`;

  expect(await placesOf(client)).toEqual({});
});

test('requests that are alike are told apart by their order', async () => {
  const client = `
export default async (env) => {
  await fetch(env.tokenUrl, { method: 'POST' }); // first
  await fetch(env.tokenUrl, { method: 'POST' }); // second
  await fetch(env.tokenUrl + '?other'); // third
};
`;

  expect(await placesOf(client)).toEqual({ 1: 'first', 2: 'second', 3: 'third' });
});

test('of requests that may have overtaken one another nothing is told, unless they come from one line', async () => {
  const client = `
const send = (url) => fetch(url, { method: 'PUT' }); // all
export default async (env) => {
  await Promise.all([
    fetch(env.tokenUrl, { method: 'POST' }), // one
    fetch(env.tokenUrl, { method: 'POST' }), // other
  ]);
  await Promise.all([send(env.tokenUrl), send(env.tokenUrl)]);
};
`;

  expect(await placesOf(client)).toEqual({ 3: 'all', 4: 'all' });
});

/** How many hear of requests of undici: the transport by sockets is one. */
const hearers = (): number => {
  const found: unknown = Reflect.get(channel('undici:request:create'), '_subscribers');
  return Array.isArray(found) ? found.length : 0;
};
const addRequest: unknown = Reflect.get(Agent.prototype, 'addRequest');

test('without a page nothing is hooked, after it nothing is left, and the trace is the same', async () => {
  const files = {
    'a.yaml': 'name: a\n',
    'client.mjs': `export default async (env) => {
  globalThis.hearing = globalThis.hearers();
  await fetch(env.tokenUrl, { method: 'POST' });
};
`,
  };
  const folder = temporaryFolder(files);
  Object.assign(globalThis, { hearers });
  const play = async (...more: readonly string[]): Promise<readonly [unknown, string]> => {
    await run(['run', `${folder}/a.yaml`, '-c', `${folder}/client.mjs`, '-t', `${folder}/traces`, ...more]);
    expect(hearers()).toBe(0);
    expect(Reflect.get(Agent.prototype, 'addRequest')).toBe(addRequest);
    return [Reflect.get(globalThis, 'hearing'), readFileSync(`${folder}/traces/a.jsonl`, 'utf8')];
  };

  const [withoutPage, trace] = await play();
  const [withPage, same] = await play('--report', `${folder}/report.html`);

  expect({ withoutPage, withPage }).toEqual({ withoutPage: 1, withPage: 2 });
  expect(same).toBe(trace);
});
