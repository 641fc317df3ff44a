import { simulate, type Simulation } from '../../src/index.ts';
import type { WireRequest } from '../../src/core/wire.ts';
import { openHttpServer } from '../../src/transport/http/server.ts';
import { type Heard, type Peer, ServerConnection } from '../../src/transport/http/connection.ts';
import { readOrigin } from '../../src/transport/origins.ts';
import type { Wrong } from './surfaces.ts';

/** So many are sent to one simulation. */
const most = 500;

/** So many of them at once, of which some are too many; then a few at a time. */
const atOnce = 300;
const few = 20;

const pass = (length: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, length));

/** Has simulations take inputs; what they say of themselves at the end counts for all that they were sent. */
const inSimulations =
  (send: (sim: Simulation, input: string) => Promise<string | undefined>, options: object) =>
  async (inputs: readonly string[]): Promise<readonly Wrong[]> => {
    const wrong: Wrong[] = [];
    for (let from = 0; from < inputs.length; from += most) {
      const sim = await simulate({
        transport: 'none',
        instance: 'fuzz',
        unfired: 'ignore',
        customer: { records: 3, collects: '10s' },
        ...options,
      });
      const part = inputs.slice(from, from + most);
      await sim.run(async () => {
        for (const [index, input] of part.entries()) {
          const why = await send(sim, input).catch((error: unknown) => String((error as Error).stack));
          if (why !== undefined) wrong.push({ input, why });
          if (index >= atOnce && index % few === 0) await pass(60_000);
        }
      });
      sim.trace.lines();
      for (const judged of sim.judge()) {
        if (judged.rule.judges !== 'service' || judged.verdict !== 'broken') continue;
        const how = judged.evidence.map(({ text }) => text).join('; ');
        wrong.push({ input: part.join('\n\n'), why: `the service broke ${judged.rule.id}: ${how}` });
      }
      await sim
        .stop()
        .catch((bug: unknown) => wrong.push({ input: part.join('\n\n'), why: String((bug as Error).stack) }));
    }
    return wrong;
  };

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Tokens and addresses of this simulation in the place of words. */
const fill = (input: string, sim: Simulation): string => {
  const { env } = sim;
  return input
    .replaceAll('@token', new URL(env.tokenUrl).origin)
    .replaceAll('@email', new URL(env.emailUrl).origin)
    .replaceAll('@eu', env.regions['eu-west-1'])
    .replaceAll('@links', 'https://links.stunt-double.test')
    .replaceAll('@secret', env.clientSecret)
    .replaceAll('@access', env.customer.accessToken)
    .replaceAll('@refresh', env.customer.refreshToken)
    .replaceAll('@submission', env.storeUrls.submission)
    .replaceAll('@reporting', env.storeUrls.reporting)
    .replaceAll('@query', sim.queries.at(-1)?.id ?? 'q')
    .replaceAll('@file', links.get(sim) ?? 'https://links.stunt-double.test/files/a.1');
};

/** The last link that a simulation has given out. */
const links = new WeakMap<Simulation, string>();

const noteLink = (sim: Simulation, body: string): void => {
  const [, link] = /"file":"([^"]+)"/.exec(body) ?? [];
  if (link !== undefined) links.set(sim, link);
};

const textOf = (value: unknown, usual: string): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? usual);

/** What a transport hands over is a request at least in its form. */
const asRequest = (text: string): WireRequest => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = { url: text };
  }
  const { method, url, headers, body } = isFields(value) ? value : {};
  const pairs = Object.entries(isFields(headers) ? headers : {}).map(([name, one]) => [
    name.toLowerCase(),
    textOf(one, ''),
  ]);
  return {
    method: textOf(method, 'GET'),
    url: textOf(url, ''),
    headers: Object.fromEntries(pairs) as Record<string, string>,
    body: textOf(body, ''),
  };
};

/** A failure that the interfaces speak of. */
const isRow = (text: string): boolean => text.includes('"category":"INTERNAL_SERVER_ERROR"');

export const askGateway = inSimulations(async (sim, input) => {
  const outcome = await sim.gateway.receive(asRequest(fill(input, sim)), new AbortController().signal);
  if (!('status' in outcome)) return undefined;
  if (outcome.status >= 500 && !isRow(outcome.body)) return `it was answered ${outcome.status}`;
  noteLink(sim, outcome.body);
  if (outcome.headers['content-type']?.includes('json') === true) JSON.parse(outcome.body);
  return undefined;
}, {});

/** A client at the other end of a connection that says all at once, and reads what comes. */
const createPeer = (): Peer & {
  readonly said: () => string;
  readonly say: (text: string) => void;
  readonly closed: Promise<void>;
} => {
  const chunks: Buffer[] = [];
  let heard: Heard | undefined;
  let isGone = false;
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = () => {
      if (isGone) return;
      isGone = true;
      heard?.close();
      resolve();
    };
  });
  return {
    get isGone() {
      return isGone;
    },
    listen: (to) => {
      heard = to;
    },
    send: (chunk, done) => {
      chunks.push(chunk);
      done();
    },
    finish: () => close(),
    cut: () => close(),
    said: () => Buffer.concat(chunks).toString('latin1'),
    say: (text) => {
      heard?.data(Buffer.from(text, 'latin1'));
      // One ends at once, another waits for answers.
      if (text.length % 2 === 0) heard?.end();
      else void pass(1000).then(() => heard?.end());
    },
    closed,
  };
};

const origin = readOrigin('http://127.0.0.1');

/** What came is HTTP, and nothing of it is a fault of the server. */
export const sendBytes = inSimulations(
  async (sim, input) => {
    // Whoever says nothing is told nothing: the system closes such a connection.
    if (input === '') return undefined;
    if (origin === undefined) throw new Error('no origin');
    const server = openHttpServer(sim.gateway);
    const peer = createPeer();
    server.serve(new ServerConnection(peer, origin));
    peer.say(fill(input, sim));
    let tooLate: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<string>((resolve) => {
      tooLate = setTimeout(resolve, 60_000, 'it was not closed');
    });
    const how = await Promise.race([peer.closed, late]);
    clearTimeout(tooLate);
    if (typeof how === 'string') return how;
    const said = peer.said();
    noteLink(sim, said);
    if (said !== '' && !/^(?:HTTP\/1\.1 |\0)/.test(said)) return `it answered ${JSON.stringify(said.slice(0, 80))}`;
    const [, status] = /^HTTP\/1\.1 (5\d\d)/m.exec(said) ?? [];
    return status === undefined || isRow(said) ? undefined : `it was answered ${status}`;
  },
  { hosts: {} },
);
