import { expect, test } from 'vitest';
import { readProxyTarget } from '../../src/transport/guard/proxies.ts';

/** (RFC 9112 section 3.2: absolute-form and authority-form are what is sent to proxies) */
test.each([
  ['CONNECT a.test:443 HTTP/1.1\r\nhost: a.test:443\r\n\r\n', 'https://a.test:443 tunnel'],
  ['CONNECT [::1]:8443 HTTP/1.1\r\n\r\n', 'https://::1:8443 tunnel'],
  ['connect A.test:80 HTTP/1.0\r\n\r\n', 'https://a.test:80 tunnel'],
  ['GET http://a.test/x HTTP/1.1\r\n\r\n', 'http://a.test:80'],
  ['POST https://user:pass@a.test:8443/x?y=http://b.test HTTP/1.1\r\n', 'https://a.test:8443'],
])('%j is for a proxy', (written, wanted) => {
  const { origin, isTunnel } = readProxyTarget(written) ?? {};

  expect(`${origin?.scheme}://${origin?.host}:${origin?.port}${isTunnel === true ? ' tunnel' : ''}`).toBe(wanted);
  expect(readProxyTarget(Buffer.from(written))).toEqual(readProxyTarget(written));
});

test.each([
  'GET /x HTTP/1.1\r\nhost: a.test\r\n\r\n',
  'GET /?to=http://a.test/ HTTP/1.1\r\n\r\n',
  'GET http://a.test/x 200\n',
  'CONNECT a.test',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001',
  '',
])('%j is not', (written) => {
  expect(readProxyTarget(written)).toBeUndefined();
});
