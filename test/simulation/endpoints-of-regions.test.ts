import { fork } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ClientEndpoint } from '../../src/index.ts';
import { simulate } from '../../src/simulate.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { createIn } from './calls.ts';
import { deeds, type Opened, speakers } from './endpoints.ts';

/** Endpoints of regions, whatever they are made of and wherever they stand. (Events) */

describe.each(Object.entries(speakers))('%s', (_kind, open) => {
  test('hears of the queries of the region that it is registered for, and of no other', async () => {
    await using sim = await simulate({ customer: { collects: '1m' } });
    const heard: [string[], string[]] = [[], []];
    const openFor = (index: number): Promise<Opened> =>
      open(deeds['answers 204'], (body) => {
        const { Message: text } = body as { readonly Message: string };
        heard[index]?.push((JSON.parse(text) as { id: string }).id);
      });
    await using east = await openFor(0);
    await using west = await openFor(1);
    sim.env.onNotification(east.target as Exclude<ClientEndpoint, Function>, { region: 'us-east-1' });
    sim.env.onNotification(west.target as Exclude<ClientEndpoint, Function>, { region: 'us-west-2' });

    const first = await sim.run(() => createIn(sim.env, 'us-west-2'));
    await sim.elapse('20m');
    const second = await sim.run(() => createIn(sim.env, 'us-east-1'));
    await sim.elapse('20m');

    expect(heard).toEqual([[second], [first]]);
  });
});

/** An application in another process: it says where its endpoints are, creates what it is told to, and says what it heard. */
const application = `
  import http from 'node:http';
  const names = process.argv.slice(2);
  const listen = (name) => new Promise((resolve) => {
    const server = http.createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += part)).on('end', () => {
        process.send({ heard: name, id: JSON.parse(JSON.parse(text).Message).id });
        response.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1', () => resolve('http://127.0.0.1:' + server.address().port + '/notifications/v1'));
  });
  process.on('message', async ({ url, token }) => {
    const answer = await fetch(url, { method: 'POST', headers: { authorization: 'Bearer ' + token } });
    process.send(await answer.json());
  });
  process.send(await Promise.all(names.map(listen)));
`;

test('with transport "server", applications in other processes each hear at their own endpoints, by region', async () => {
  await using sim = await simulate({
    transport: 'server',
    applications: [
      { id: 'shop', customers: ['ann'] },
      { id: 'audit', customers: ['bob'] },
    ],
    customers: [{ id: 'ann' }, { id: 'bob' }],
  });
  const script = join(temporaryFolder({ 'application.mjs': application }), 'application.mjs');

  // Each of them keeps time for two real seconds: both the same ones.
  const started = sim.applications.map(({ id: name, env }) => {
    const child = fork(script, [`${name} in us-east-1`, `${name} elsewhere`]);
    onTestFinished(() => void child.kill());
    const said = (): Promise<unknown> => new Promise((resolve) => child.once('message', resolve));
    return { env, child, said, listening: said() };
  });

  const told: unknown[] = [];
  for (const { env, child, said, listening } of started) {
    const [own = '', others = ''] = (await listening) as readonly string[];
    env.onNotification(own, { region: 'us-east-1' });
    env.onNotification(others);

    for (const region of ['us-east-1', 'us-west-2'] as const) {
      const created = said();
      child.send({ url: `${env.regions[region]}/orders/data-queries`, token: env.customer.accessToken });
      const { id } = (await created) as { readonly id: string };
      const notified = said();
      await sim.elapse('15m');
      told.push(await notified, { id });
    }
  }

  expect(told).toEqual(
    ['shop in us-east-1', 'shop elsewhere', 'audit in us-east-1', 'audit elsewhere'].flatMap((heard) => [
      { heard, id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]),
  );
  expect(told.map((one) => (one as { id: string }).id)).toEqual(sim.queries.flatMap(({ id }) => [id, id]));
});
