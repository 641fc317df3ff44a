/**
 * A project that mocks a host of its own with nock or msw and simulates ours, as JSON lines of what its clients got:
 * while both are there, when the first has stopped, and when both have.
 *
 * node scenario.mjs <package> <guest starts: first|last> <guest stops: first|last>
 */
import http from 'node:http';
import axios from 'axios';
import { simulate } from 'stunt-double';

const [name, starts, stops] = process.argv.slice(2);
const theirs = 'http://theirs.example/';

const startNock = async () => {
  const { default: nock } = await import(name);
  if (!nock.isActive()) nock.activate();
  nock(theirs).persist().get('/').reply(200, 'theirs');
  return () => {
    nock.cleanAll();
    nock.restore();
  };
};

const startMsw = async () => {
  const [{ http: rest, HttpResponse }, { setupServer }] = await Promise.all([import(name), import(`${name}/node`)]);
  const server = setupServer(rest.get(theirs, () => HttpResponse.text('theirs')));
  server.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' });
  return () => server.close();
};

const clients = {
  fetch: async (url) => (await fetch(url)).text(),
  axios: async (url) => (await axios.get(url, { validateStatus: null, responseType: 'text' })).data,
  'node:http': (url) =>
    new Promise((resolve, reject) => {
      const request = http.get(url, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text));
      });
      request.on('error', reject);
    }),
};

const real = http.createServer((_request, response) => response.end('real'));
await new Promise((resolve) => real.listen(0, '127.0.0.1', resolve));

const ask = async (url) => {
  const answers = await Promise.all(Object.values(clients).map((get) => get(url).catch((error) => `${error}`)));
  return [...new Set(answers)].join(' | ');
};

let sim;
let stopGuest;

const look = async (when) => {
  const found = { when, real: await ask(`http://127.0.0.1:${real.address().port}/`) };
  if (stopGuest !== undefined) found.theirs = await ask(theirs);
  if (sim !== undefined) found.ours = await sim.run(() => ask(sim.env.tokenUrl));
  process.stdout.write(`${JSON.stringify(found)}\n`);
};

const simulation = {
  start: async () => (sim = await simulate({ hosts: { token: 'http://ours.example' } })),
  stop: async () => (await sim.stop(), (sim = undefined)),
};
const guest = {
  start: async () => (stopGuest = await (name.startsWith('nock') ? startNock() : startMsw())),
  stop: async () => (await stopGuest(), (stopGuest = undefined)),
};

const inTurn = (guestIs) => (guestIs === 'first' ? [guest, simulation] : [simulation, guest]);

try {
  const [first, second] = inTurn(starts);
  await first.start();
  await look('one');
  await second.start();
  await look('both');
  for (const each of inTurn(stops)) {
    await each.stop();
    await look('later');
  }
} catch (error) {
  await sim?.stop();
  process.stdout.write(`${JSON.stringify({ refused: { ...error } })}\n`);
}
process.exit();
