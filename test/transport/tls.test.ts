import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import https from 'node:https';
import { createServer } from 'node:net';
import tls, { type DetailedPeerCertificate, type PeerCertificate, TLSSocket } from 'node:tls';
import { context as fetchContext } from 'fetch-h2';
import request from 'request';
import { Agent, request as undiciRequest } from 'undici';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { errorText } from '../../src/error-text.ts';
import { simulate, type Simulation } from '../../src/index.ts';
import { exchangeFaultNames, isCertificateFault } from '../../src/spec/faults.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { contexts, trustRoot } from '../faults/certificates.ts';
import { openReference } from '../faults/references.ts';
import { portOf } from '../port-of.ts';
import { answer, makeGateway } from './gateways.ts';

/** What a client is told about its TLS connection, beside what a real server that it trusts lets it see. */

beforeAll(() => trustRoot());

const simulated = async (origin = 'https://localhost:18443'): Promise<string> => {
  onTestFinished(await attachSockets(makeGateway([origin], () => answer(200, 'fine'))));
  return `${origin}/`;
};

/** It agrees to HTTP/1.1 where a client asks. */
const real = async (shown: keyof typeof contexts = 'good'): Promise<string> => {
  const server = createServer((raw) => {
    const options = { isServer: true, secureContext: contexts[shown], ALPNProtocols: ['http/1.1'] };
    new TLSSocket(
      raw.on('error', () => {}),
      options,
    )
      .on('error', () => {})
      .once('data', function (this: TLSSocket) {
        this.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nfine');
      });
  });
  onTestFinished(() => void server.close());
  return `https://localhost:${await portOf(server, 'localhost')}/`;
};

const connect = (url: string, options: tls.ConnectionOptions = {}): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = tls.connect({ host: hostname, port: Number(port) || 443, servername: hostname, ...options });
    onTestFinished(() => void socket.destroy());
    socket.once('secureConnect', () => resolve(socket)).once('error', reject);
  });

/** A certificate without what is drawn, and without the name of whoever signed it. */
const describeCertificate = ({ subject, issuer, ...rest }: PeerCertificate) => ({
  subject: { ...subject },
  issuer: Object.keys(issuer),
  names: rest.subjectaltname,
  ca: rest.ca,
  bits: rest.bits,
  keys: Object.keys(rest).toSorted(),
  isValidNow: Date.parse(rest.valid_from) < Date.now() && Date.now() < Date.parse(rest.valid_to),
  fingerprint256: rest.fingerprint256.replaceAll(/[\dA-F]{2}/g, 'xx'),
  raw: rest.raw.subarray(0, 2).toString('hex'),
});

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return errorText(error);
  }
  throw new Error('it was not refused');
};

const describeConnection = (socket: TLSSocket) => {
  const leaf = socket.getPeerCertificate();
  const chain = socket.getPeerCertificate(true);
  const root = chain.issuerCertificate as DetailedPeerCertificate | undefined;
  const x509 = socket.getPeerX509Certificate();
  return {
    authorized: socket.authorized,
    authorizationError: socket.authorizationError,
    encrypted: socket.encrypted,
    servername: Reflect.get(socket, 'servername') as unknown,
    alpnProtocol: socket.alpnProtocol,
    protocol: socket.getProtocol(),
    cipher: socket.getCipher(),
    certificate: describeCertificate(leaf),
    rootIsItsOwn: root && root === root.issuerCertificate,
    rootSigned: root && root.subject.CN === chain.issuer.CN,
    isOfHost: x509?.checkHost('localhost'),
    isOfAnotherHost: x509?.checkHost('other.test'),
    isSignedByRoot: root && x509?.checkIssued(new X509Certificate(root.raw)),
    isSameAsRaw: x509?.raw.equals(chain.raw),
  };
};

test.each([{}, { ALPNProtocols: ['http/1.1'] }, { rejectUnauthorized: false }])(
  'tls.connect with %j sees what it sees of a real server',
  async (options) => {
    const expected = describeConnection(await connect(await real(), options));

    const seen = describeConnection(await connect(await simulated(), options));

    expect(expected).toMatchObject({ authorized: true, isOfHost: 'localhost', rootIsItsOwn: true });
    expect(seen).toEqual(expected);
  },
);

test.each([
  { minVersion: 'TLSv9' },
  { ciphers: 'NONE' },
  { cert: 'none' },
  { crl: 'none' },
  { ecdhCurve: 'none' },
  { key: 'none' },
  { pfx: 'none' },
  { secureProtocol: 'none' },
] as tls.ConnectionOptions[])('what a client says of its own is refused as by Node: %j', async (options) => {
  const { hostname } = new URL(await simulated('https://token.stunt-double.test'));
  const refused = messageOf(() => tls.createSecureContext(options));
  expect(() => tls.connect({ host: hostname, port: 443, ...options })).toThrow(refused);
});

test('what a client does to a certificate that it was shown is its own affair', async () => {
  const url = await simulated();
  const [one, other] = [await connect(url), await connect(url)];
  Object.assign(one.getPeerCertificate(), { subjectaltname: 'DNS:mine.test' });
  expect(other.getPeerCertificate().subjectaltname).toBe('DNS:localhost');
});

describe('checkServerIdentity of the client', () => {
  const ways: Readonly<Record<string, (url: string, check: typeof tls.checkServerIdentity) => Promise<unknown>>> = {
    'tls.connect': (url, checkServerIdentity) => connect(url, { checkServerIdentity }),
    'node:https': (url, checkServerIdentity) =>
      new Promise((resolve, reject) => {
        https.get(url, { checkServerIdentity, agent: false }, resolve).once('error', reject);
      }),
    undici: (url, checkServerIdentity) =>
      undiciRequest(url, { dispatcher: new Agent({ connect: { checkServerIdentity } }) }),
  };

  test.each(Object.entries(ways))('is asked about host and certificate: %s', async (_way, ask) => {
    const asked: unknown[] = [];
    const check: typeof tls.checkServerIdentity = (host, certificate) => {
      asked.push([host, describeCertificate(certificate)]);
      return tls.checkServerIdentity(host, certificate);
    };

    await ask(await real(), check);
    await ask(await simulated(), check);

    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
  });

  test.each(Object.entries(ways))('ends the connection with the error it returns: %s', async (_way, ask) => {
    const pinned = Object.assign(new Error('not the key that was pinned'), { code: 'ERR_PINNED' });
    const failure = (url: string): Promise<unknown> => ask(url, () => pinned).catch((reason: unknown) => reason);

    expect(await failure(await real())).toBe(pinned);
    expect(await failure(await simulated())).toBe(pinned);
  });

  test('only makes a note where the client goes on all the same', async () => {
    const options = {
      rejectUnauthorized: false,
      checkServerIdentity: () => Object.assign(new Error('not this one'), { code: 'ERR_PINNED' }),
    };
    const note = ({ authorized, authorizationError }: TLSSocket): unknown => [authorized, authorizationError];

    const expected = note(await connect(await real(), options));

    expect(expected).toEqual([false, 'ERR_PINNED']);
    expect(note(await connect(await simulated(), options))).toEqual(expected);
  });

  test('takes no host for another: a name that a client asks for and that is not the host’s is turned down', async () => {
    const failure = (url: string): Promise<unknown> =>
      connect(url, { servername: 'other.test' }).catch((reason: unknown) => reason);
    const expected = (await failure(await real())) as Error;

    const seen = (await failure(await simulated())) as Error;

    expect(expected).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID', host: 'other.test' });
    expect([seen.message, Object.keys(seen)]).toEqual([expected.message, Object.keys(expected)]);
  });
});

interface Told {
  readonly status: number | undefined;
  readonly connection: ReturnType<typeof describeConnection>;
}

const post = (url: string, options: https.RequestOptions = {}): Promise<Told> =>
  new Promise((resolve, reject) => {
    https
      .request(url, { method: 'POST', agent: false, ...options }, (response) => {
        resolve({ status: response.statusCode, connection: describeConnection(response.socket as TLSSocket) });
        response.resume();
      })
      .once('error', reject)
      .end();
  });

describe.each(exchangeFaultNames.filter(isCertificateFault))('%s', (name) => {
  const fateOf = ({ trace }: Simulation): readonly string[] =>
    trace.entries.map(({ kind }) => kind).filter((kind) => ['request', 'fault', 'answer'].includes(kind));
  const withFaults = () => simulate({ hosts: { token: 'https://localhost:18443' } });

  test('a client that does not verify gets through, and can see what is wrong', async () => {
    const options = { rejectUnauthorized: false };
    const expected = (await post(await real(name), options)).connection;
    await using sim = await withFaults();
    sim.on('requestToken').fault(name);

    const { status, connection } = await sim.run(() => post(sim.env.tokenUrl, options));

    expect(connection).toEqual(expected);
    expect(expected.authorized).toBe(false);
    expect(status).toBe(400);
    expect(fateOf(sim)).toEqual(['request', 'fault', 'answer']);
  });

  test('one that does verify does not, and the service hears nothing', async () => {
    await using sim = await withFaults();
    sim.on('requestToken').fault(name);

    await expect(sim.run(() => post(sim.env.tokenUrl))).rejects.toThrow(
      /, as the scenario given to stunt-double has it$/,
    );

    expect(fateOf(sim)).toEqual(['request', 'fault']);
  });

  test('all of a process can be told not to verify', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    await using sim = await withFaults();
    sim.on('requestToken').fault(name, { times: 2 });

    const told = await sim.run(async () => [
      (await post(sim.env.tokenUrl)).status,
      (await sim.fetch(sim.env.tokenUrl, { method: 'POST' })).status,
    ]);

    expect(told).toEqual([400, 400]);
  });
});

test('a certificate for another host is good enough for a client whose own check finds it so', async () => {
  const checked: string[] = [];
  const checkServerIdentity = (host: string, { subject }: PeerCertificate): undefined =>
    void checked.push(`${host} ${String(subject.CN)}`);
  const told = async (url: string): Promise<number | undefined> => (await post(url, { checkServerIdentity })).status;
  await using sim = await simulate({ hosts: { token: 'https://localhost:18443' } });
  sim.on('requestToken').fault('wrongHostCertificate');

  expect(await told(await real('wrongHostCertificate'))).toBe(200);
  expect(await sim.run(() => told(sim.env.tokenUrl))).toBe(400);

  expect(checked[0]).toBe('localhost wrong-host.stunt-double.test');
  expect(checked.at(-1)).toBe(checked[0]);
});

test('a session that is used again troubles no connection to a real server', async () => {
  const errors: Error[] = [];
  const server = createServer((raw) => {
    const socket = new TLSSocket(raw, { isServer: true, secureContext: contexts.good });
    socket.on('error', (error) => errors.push(error)).pipe(socket);
  });
  onTestFinished(() => void server.close());
  const other = await connect(`https://localhost:${await portOf(server, 'localhost')}`);
  other.on('error', (error) => errors.push(error)).resume();
  await simulated();
  const first = tls.connect({ host: 'localhost', port: 18_443 });
  const [session] = (await once(first, 'session')) as [Buffer];
  first.destroy();

  for (let times = 0; times < 5; times++) {
    other.write('what is sent back');
    const again = tls.connect({ host: 'localhost', port: 18_443, ALPNProtocols: ['h2'], session });
    await Promise.race([once(other, 'data'), once(other, 'close')]);
    again.destroy();
  }

  expect(errors).toEqual([]);
});

test('a handshake that is cut off says where the connection was to lead', async () => {
  await using reference = await openReference('cutHandshake');
  await using sim = await simulate({ hosts: { token: 'https://localhost:18443' } });
  sim.on('requestToken').fault('cutHandshake');
  const failure = (url: string): Promise<unknown> =>
    post(url, { localAddress: '127.0.0.1' }).catch((error: unknown) => error);

  const expected = (await failure(reference.url)) as object;
  const seen = (await sim.run(() => failure(sim.env.tokenUrl))) as object;

  expect(expected).toMatchObject({ code: 'ECONNRESET', host: 'localhost', localAddress: '127.0.0.1' });
  expect({ ...seen, port: 0 }).toEqual({ ...expected, port: 0 });
  expect(Reflect.get(seen, 'port')).toEqual(
    expect.any(typeof Reflect.get(expected, 'port') === 'string' ? String : Number),
  );
  expect(String(Reflect.get(seen, 'port'))).toBe('18443');
});

const strictly = (options: object): Promise<readonly [number | undefined, string]> =>
  new Promise((resolve, reject) => {
    request({ strictSSL: true, ...options }, (error, response, body) => {
      if (error === null) resolve([response.statusCode, body]);
      else reject(error);
    });
  });

test.each([{}, { forever: true }, { pool: { maxSockets: 1 } }])(
  'request with strictSSL and %j gets its answer',
  async (options) => {
    expect(await strictly({ url: await real(), ...options })).toEqual([200, 'fine']);
    expect(await strictly({ url: await simulated(), ...options })).toEqual([200, 'fine']);
  },
);

test('fetch-h2 gets its answer over HTTP/1.1', async () => {
  const { fetch, disconnectAll } = fetchContext({ httpsProtocols: ['http1'] });
  onTestFinished(() => disconnectAll());

  const told = await Promise.all([real(), simulated()].map(async (url) => (await fetch(await url)).text()));

  expect(told).toEqual(['fine', 'fine']);
});

test('fetch-h2 gets its answer over HTTP/2', async () => {
  const { fetch, disconnectAll } = fetchContext();
  onTestFinished(() => disconnectAll());

  const response = await fetch(await simulated());

  expect([response.httpVersion, await response.text()]).toEqual([2, 'fine']);
});

test('the certificate of a host is of the virtual time, however late that is', async () => {
  await using sim = await simulate({ epoch: '2031-05-04T00:00:00Z' });
  const { hostname } = new URL(sim.env.tokenUrl);
  const lasts = (): Promise<readonly number[]> =>
    sim.run(async () => {
      const { valid_from: from, valid_to: until } = (await connect(`https://${hostname}/`)).getPeerCertificate();
      return [Date.parse(from) - Date.now(), Date.parse(until) - Date.now()].map((time) =>
        Math.round(time / 86_400_000),
      );
    });

  expect(await lasts()).toEqual([-30, 60]);
  await sim.elapse('200d');
  expect(await lasts()).toEqual([-30, 60]);
});

test('later than a certificate can say, and than dates go, a host is answered all the same', async () => {
  await using sim = await simulate();
  const ask = (): Promise<number> =>
    sim.run(async () => (await fetch(sim.env.tokenUrl, { method: 'POST', body: '' })).status);

  await sim.elapse('3000000d');
  expect(await ask()).toBe(400);
  await sim.elapse('98000000d');
  expect(await ask()).toBe(400);
});
