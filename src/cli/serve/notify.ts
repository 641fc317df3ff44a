import { type AddressInfo, createServer } from 'node:net';
import { refuse } from '../../misuse.ts';
import { readUrl } from '../../spec/read-url.ts';

const path = '/notifications/v1';

export const notifyRemedy = `write http://127.0.0.1:8080${path}, or auto`;

/** Where notifications go: a URL that was typed, or one at a port that is free now. Throws Misuse BAD_OPTION. */
export const chooseNotifyUrl = async (typed: string | undefined): Promise<string | undefined> => {
  if (typed === 'auto') return `http://127.0.0.1:${await findFreePort()}${path}`;
  if (typed === undefined || /^https?:$/.test(readUrl(typed)?.protocol ?? '')) return typed;
  throw refuse('--notify', `${JSON.stringify(typed)} is no address`, notifyRemedy);
};

const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
