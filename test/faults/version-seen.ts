import http2 from 'node:http2';
import { makeCertificate } from '../../src/transport/tls/certificate.ts';
import { trust } from './certificates.ts';
import { listen } from './references.ts';

/** By which version of HTTP the `fetch` of this Node asks a server that has both, as a server of Node's own sees it. */
export const versionSeenOfFetch = async (): Promise<string> => {
  const { key, cert } = makeCertificate();
  const server = http2.createSecureServer({ key, cert, allowHTTP1: true });
  const seen = new Promise<string>((resolve) => {
    server.on('request', (request, response) => {
      resolve(request.httpVersion);
      response.end();
    });
  });
  const { port, close } = await listen(server, []);
  const distrust = trust(cert);
  try {
    await (await fetch(`https://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text();
    return await seen;
  } finally {
    distrust();
    await close();
  }
};
