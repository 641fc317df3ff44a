import http2, { type ServerHttp2Session } from 'node:http2';
import { portOf } from '../port-of.ts';

/** A real server of HTTP/2 on this machine. */
export const openReal = async () => {
  const server = http2.createServer((_request, response) => response.end('real'));
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => sessions.add(session));
  const port = await portOf(server);
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const session of sessions) session.destroy();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
};
