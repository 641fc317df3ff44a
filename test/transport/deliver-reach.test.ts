import dns from 'node:dns';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { deliver } from '../../src/transport/delivery/deliver.ts';
import { toEndpoint } from '../../src/transport/delivery/endpoint.ts';
import { readHosts } from '../../src/transport/delivery/allowed-hosts.ts';
import { listen } from './servers.ts';

/** Where notifications may be posted to: this machine, hosts that were allowed by name, and some places never. */

const allowed = readHosts(['hooks.example.com', '10.0.0.1', '2001:db8::1', 'büro.example'], 'x');

// What was written; where it may lead: to this machine, only where allowed, never, or it is no such URL.
const urls = `
  http://127.0.0.1/                              here
  http://127.0.0.1:3000/x?y=1#z                  here
  http://127.9.9.9/                              here
  http://127.255.255.254/                        here
  http://localhost/                              here
  https://localhost/                             here
  http://LOCALHOST:1/                            here
  http://localhost./                             here
  http://127.0.0.1./                             here
  http://[::1]/                                  here
  http://[0:0:0:0:0:0:0:1]:80/                   here
  http://2130706433/                             here
  http://0x7f000001/                             here
  http://0x7f.1/                                 here
  http://0177.0.0.1/                             here
  http://127.1/                                  here
  http://127.0.1/                                here
  http:127.0.0.1/x                               here
  http://%31%32%37.0.0.1/                        here
  http://１２７.0.0.1/                            here
  https://app.example/hook                       elsewhere
  http://example.com/                            elsewhere
  http://hooks.example.com.evil.test/            elsewhere
  http://evil-hooks.example.com/                 elsewhere
  http://a.hooks.example.com/                    elsewhere
  http://example.com:80/                         elsewhere
  http://127.0.0.1.nip.io/                       elsewhere
  http://localhost.evil.test/                    elsewhere
  http://localhost../                            elsewhere
  http://localhos/                               elsewhere
  http://10.0.0.2/                               elsewhere
  http://192.168.0.1/                            elsewhere
  http://172.16.0.1/                             elsewhere
  http://3232235521/                             elsewhere
  http://128.0.0.1/                              elsewhere
  http://126.255.255.255/                        elsewhere
  http://[::2]/                                  elsewhere
  http://[::ffff:127.0.0.1]/                     elsewhere
  http://[::ffff:10.0.0.1]/                      elsewhere
  http://[fd00::1]/                              elsewhere
  http://[2001:db8::2]/                          elsewhere
  https://hooks.example.com/v1                   allowed
  https://hooks.example.com:8443/v1              allowed
  http://HOOKS.Example.COM./v1                   allowed
  http://10.0.0.1/                               allowed
  http://167772161/                              allowed
  http://0xa000001/                              allowed
  http://[2001:DB8:0::1]/                        allowed
  http://büro.example/                           allowed
  http://xn--bro-hoa.example/                    allowed
  http://169.254.169.254/latest/meta-data        never
  http://169.254.169.254./                       never
  http://2852039166/                             never
  http://0xa9fea9fe/                             never
  http://0xA9.0xFE.0xA9.0xFE/                    never
  http://0251.0376.0251.0376/                    never
  http://169.254.43518/                          never
  http://169.16689662/                           never
  http://169.254.0.1/                            never
  http://169.254.170.2/                          never
  http://[::ffff:169.254.169.254]/               never
  http://[::ffff:a9fe:a9fe]/                     never
  http://[::a9fe:a9fe]/                          never
  http://[64:ff9b::a9fe:a9fe]/                   never
  http://[2002:a9fe:a9fe::1]/                    never
  http://[fe80::1]/                              never
  http://[febf::1]/                              never
  http://[fd00:ec2::254]/                        never
  http://[ff02::1]/                              never
  http://[::]/                                   never
  http://0.0.0.0/                                never
  http://0/                                      never
  http://224.0.0.1/                              never
  http://255.255.255.255/                        never
  http://100.100.100.200/                        never
  http://192.0.0.192/                            never
  http://168.63.129.16/                          never
  http://metadata.google.internal/               never
  http://METADATA.google.internal./              never
  http://metadata/                               never
  http://user:pass@127.0.0.1/                    credentials
  http://127.0.0.1@evil.test/                    credentials
  http://evil.test@127.0.0.1/                    credentials
  http://hooks.example.com@169.254.169.254/      credentials
  http://:pass@localhost/                        credentials
  ftp://localhost/                               none
  ws://127.0.0.1/                                none
  file:///etc/passwd                             none
  data:text/plain,x                              none
  unix:/var/run/x.sock                           none
  localhost:3000                                 none
  //127.0.0.1/                                   none
  127.0.0.1                                      none
  http://                                        none
  http://127.0.0.1:99999/                        none
  http://256.0.0.1/                              none
  http://[::1/                                   none
  http://[fe80::1%25eth0]/                       none
  http://ex ample.com/                           none
`
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '')
  .map((line) => ({
    url: line.slice(0, line.lastIndexOf(' ')).trim(),
    verdict: line.slice(line.lastIndexOf(' ') + 1),
  }));

const whats: Readonly<Record<string, string>> = {
  elsewhere: 'does not lead to a server on this machine',
  never: 'leads where nothing is ever posted to',
  credentials: 'carries a name or a password',
  none: 'is not an HTTP address',
};

const judge = (url: string, hosts?: ReadonlySet<string>): string => {
  try {
    return toEndpoint(url, hosts === undefined ? {} : { hosts }).kind;
  } catch (error) {
    if (error instanceof Error && error.name === 'Misuse') return error.message;
    throw error;
  }
};

test('the table is long enough to mean something', () => {
  expect(urls.length).toBeGreaterThan(60);
});

test.each(urls)('$url: $verdict', ({ url, verdict }) => {
  const what = whats[verdict];

  const [alone, withHosts] = [judge(url), judge(url, allowed)];

  if (verdict === 'here') expect([alone, withHosts]).toEqual(['url', 'url']);
  else if (verdict === 'allowed') {
    expect(alone).toContain(whats['elsewhere']);
    expect(withHosts).toBe('url');
  } else {
    expect(alone).toContain(what);
    expect(withHosts).toContain(what);
  }
});

test.each([
  'https://example.com',
  'example.com/x',
  'example.com:443',
  'user@example.com',
  '*.example.com',
  '',
  ' ',
  'a b',
  5,
  null,
])('%j is no host that could be allowed', (name) => {
  expect(() => readHosts([name as string], 'simulate({ notifyHosts })')).toThrow(
    /^simulate\(\{ notifyHosts \}\): .* is no host name/,
  );
});

test.each(['169.254.169.254', '2852039166', 'fe80::1', '[fe80::1]', '0.0.0.0', 'metadata.google.internal.'])(
  'nobody can allow %s',
  (name) => {
    expect(() => readHosts([name], 'x')).toThrow(/^x: nothing is ever posted to/);
  },
);

test('allowed hosts are a list', () => {
  expect(() => readHosts('example.com' as never, 'x')).toThrow(/^x: this is no list/);
});

describe('a host that was allowed', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Lets every name lead to an address. */
  const pretend = (address: string): void => {
    const lookup = (_host: string, _options: unknown, done: (error: null, found: object[]) => void): void =>
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
  };

  const send = (url: string) =>
    deliver(
      toEndpoint(url, { hosts: allowed }),
      { url: 'https://app.test/', headers: { 'x-a': 'b' }, body: '{}' },
      { signal: new AbortController().signal },
    );

  test('gets a real POST under its own name', async () => {
    const seen: unknown[] = [];
    await using server = await listen((request, response) => {
      seen.push(request.method, request.url, request.headers.host, request.headers['x-a']);
      response.writeHead(202).end();
    });
    pretend('127.0.0.1');

    const delivery = await send(`http://hooks.example.com:${server.port}/v1?x=1`);

    expect(delivery).toEqual({ status: 202 });
    expect(seen).toEqual(['POST', '/v1?x=1', `hooks.example.com:${server.port}`, 'b']);
  });

  test('is not followed to where it redirects', async () => {
    const paths: (string | undefined)[] = [];
    await using server = await listen((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    pretend('127.0.0.1');

    expect(await send(`http://hooks.example.com:${server.port}/v1`)).toEqual({ status: 307 });

    expect(paths).toEqual(['/v1']);
  });

  test.each(['169.254.169.254', '::ffff:169.254.169.254', 'fe80::1'])(
    'is given up when its name leads to %s',
    async (address) => {
      pretend(address);

      const delivery = await send('http://hooks.example.com/v1');

      expect(delivery).toEqual({
        failed: `hooks.example.com leads to ${address}, where nothing is ever posted to`,
      });
    },
  );

  test('is given up when its name leads nowhere', async () => {
    vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: unknown, done: (error: Error) => void) =>
      done(new Error('getaddrinfo ENOTFOUND hooks.example.com'))) as never);

    expect(await send('http://hooks.example.com/v1')).toEqual({ failed: 'getaddrinfo ENOTFOUND hooks.example.com' });
  });
});
