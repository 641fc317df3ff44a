import { describe, expect, onTestFinished, test } from 'vitest';
import type { Outcome, WireAnswer, WireRequest } from '../../src/core/wire.ts';
import { createFetch } from '../../src/transport/fetch.ts';
import { attachGlobalFetch } from '../../src/transport/global-fetch.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { aborts } from './fetch-calls/aborts.ts';
import { answers } from './fetch-calls/answers.ts';
import { bodies } from './fetch-calls/bodies.ts';
import type { Call, Calls } from './fetch-calls/call.ts';
import { inputs } from './fetch-calls/inputs.ts';
import { integrities } from './fetch-calls/integrity.ts';
import { options } from './fetch-calls/options.ts';
import { redirects } from './fetch-calls/redirects.ts';
import { answer, makeGateway } from './gateways.ts';

/** Each call is made by the `fetch` of this Node over our sockets, by ours in its place, and by the one that is handed over. */

const calls: Calls = { ...bodies, ...redirects, ...options, ...inputs, ...aborts, ...integrities, ...answers };

const undici = Number.parseInt(process.versions['undici'] ?? '', 10);

/** Only there one of both differs from the other: over HTTP/2. */
const schemes = undici < 8 ? ['https'] : ['http', 'https'];

interface Gap {
  readonly cases: RegExp;
  readonly because: string;
  readonly isHere: (scheme: string) => boolean;
}

const overHttp2 = (scheme: string): boolean => undici >= 8 && scheme === 'https';

/** What stays different. */
const gaps: readonly Gap[] = [
  {
    cases: /^a referrer$/,
    because: 'no referrer is sent',
    isHere: (scheme) => scheme === 'https',
  },
  {
    cases: /^30[78] of bytes/,
    because: 'that of undici 6 cannot send bytes again, which it has given away',
    isHere: () => undici < 7,
  },
  {
    cases: /^a stream (shorter|longer) than is said|"content-length":"10"/,
    because: 'over HTTP/2 it is the server that finds it out, in words of its own',
    isHere: overHttp2,
  },
];

const text = (body: string, type = 'text/plain', headers = {}): WireAnswer => ({
  status: 200,
  headers: { 'content-type': type, date: 'Thu, 01 Jan 2026 00:00:00 GMT', ...headers },
  body,
});

const parts = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';

const places: Readonly<Record<string, Outcome>> = {
  text: text('text'),
  json: text('{"a":[1]}', 'application/json'),
  fields: text('a=1&b=%C3%BC', 'application/x-www-form-urlencoded'),
  parts: text(parts, 'multipart/form-data; boundary=b'),
  none: text(''),
  bom: text('\ufefftext'),
  cookie: text('', 'text/plain', { 'set-cookie': 'a=1; Path=/' }),
  twice: text('a', 'text/plain', { vary: 'a, b', 'x-Own': '1' }),
  big: { ...text('{}'), more: { kind: 'blanks', bytes: 100_000 } },
  halved: { ...text('abcdef'), manner: { kind: 'truncated' } },
  unframed: text('abc', 'text/plain', { 'transfer-encoding': 'own', 'content-length': '99' }),
};

/** Of a request: what its connection and its coding say, which ours leaves out or says otherwise. */
const untold = ['connection', 'accept-encoding', 'content-length', 'transfer-encoding', 'sec-fetch-mode'];

const told = ({ headers, ...request }: WireRequest) => ({
  ...request,
  // Each form has a boundary of its own.
  body: request.body.replaceAll(/formdata-undici-\d+/g, 'boundary'),
  headers: Object.fromEntries(
    Object.keys(headers)
      .toSorted()
      .filter((name) => !untold.includes(name))
      .map((name) => [name, headers[name]?.replace(/formdata-undici-\d+/, 'boundary')]),
  ),
});

const serve = (request: WireRequest): Outcome | Promise<Outcome> => {
  const { pathname, search } = new URL(request.url);
  const [, place = '', status = ''] = pathname.split('/');
  if (place === 'never') return new Promise(() => undefined);
  if (place === 'to-nowhere') return answer(Number(status), 'nowhere');
  if (place === 'to') {
    const location = search === '' ? '/echo' : decodeURIComponent(search.slice(1));
    return { status: Number(status), headers: { location, date: 'now' }, body: 'moved' };
  }
  if (/^\d/.test(place)) return answer(Number(place), 'body');
  return places[place] ?? answer(200, JSON.stringify(told(request)));
};

const errorOf = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return { thrown: error };
  const { name } = error;
  // Ours says who broke it.
  const message = error.message.replace(', as the scenario given to stunt-double has it', '');
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  const kind = [DOMException, TypeError, Error].find((one) => error instanceof one)?.name;
  return {
    kind,
    name,
    message,
    code,
    ...(depth < 2 && { cause: 'cause' in error ? errorOf(cause, depth + 1) : 'none' }),
  };
};

type Fetch = typeof globalThis.fetch;

describe.each(schemes)('%s', (scheme) => {
  const [at, other] = [`${scheme}://first.test`, `${scheme}://other.test`];

  /** What a client gets to see of it, and the service. */
  const see = async (call: Call, fetchOf: (gateway: ReturnType<typeof makeGateway>) => Fetch | Promise<Fetch>) => {
    const gateway = makeGateway([at, other], serve);
    const fetch = await fetchOf(gateway);
    const seen = async () => {
      try {
        return { value: await call(fetch, at, other) };
      } catch (error) {
        return errorOf(error);
      }
    };
    const outcome = await seen();
    // A limit of time may fall before that arrives, and after it.
    const arrived = gateway.received.map(told).filter(({ url }) => !url.endsWith('/never'));
    return { outcome, arrived };
  };

  const globalFetch: Fetch = (...args) => fetch(...args);

  const compare = async (call: Call) => {
    let undo = async () => {};
    const theirs = await see(call, async (gateway) => {
      undo = await attachSockets(gateway);
      return globalFetch;
    });
    await undo();
    const ofGlobal = await see(call, async (gateway) => {
      onTestFinished(attachGlobalFetch(gateway));
      return globalFetch;
    });
    const plain = await see(call, createFetch);

    expect(ofGlobal).toEqual(theirs);
    expect(plain).toEqual(theirs);
  };

  for (const [what, call] of Object.entries(calls)) {
    const gap = gaps.find(({ cases, isHere }) => cases.test(what) && isHere(scheme));
    if (gap === undefined) test(what, () => compare(call));
    else test.fails(`${what} (${gap.because})`, () => compare(call));
  }
});
