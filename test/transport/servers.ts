import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** A real server on this machine, at a free port. */
export const listen = async (answer: RequestListener, server: http.Server = http.createServer()) => {
  server.on('request', answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { port, url: `http://127.0.0.1:${port}`, server, [Symbol.asyncDispose]: close };
};

/** Answers with method, path and body, and says that it is real. */
export const realAnswer: RequestListener = (request, response) => {
  void textOf(request).then((body) => {
    response.setHeader('x-real', 'yes').end(`real ${request.method} ${request.url} ${body}`);
  });
};
