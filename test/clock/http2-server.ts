import http2, { type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** A real server of HTTP/2 on this machine. */
export const openReal = async () => {
  const server = http2.createServer((_request, response) => response.end('real'));
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const session of sessions) session.destroy();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
};
