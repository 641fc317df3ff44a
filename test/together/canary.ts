import net from 'node:net';
import { portOf } from '../port-of.ts';

/** A server of this machine that no test may reach: it keeps what it hears, and answers, so that who gets there goes on. */
export interface Canary {
  readonly port: number;
  /** What clients have said, each connection for itself. */
  readonly heard: readonly string[];
  forget(): void;
  close(): Promise<void>;
}

const page = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ncanary';
const tunnel = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/** It takes the part of the real service, or of a proxy that would lead there. */
export const openCanary = async (): Promise<Canary> => {
  const heard: string[] = [];
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      heard.push(text.split('\r\n')[0] ?? '');
      if (/^[A-Z]+ /.test(text)) socket.write(text.startsWith('CONNECT') ? tunnel : page);
      else socket.destroy();
    });
  });
  return {
    port: await portOf(server),
    heard,
    forget: () => void heard.splice(0),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};
