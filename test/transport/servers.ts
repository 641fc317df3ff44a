import http, { type RequestListener } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { portOf } from '../port-of.ts';

/** A real server on this machine, at a free port. */
export const listen = async (answer: RequestListener, server: http.Server = http.createServer()) => {
  const port = await portOf(server.on('request', answer));
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
