import { readFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { NotificationTarget } from '../../src/index.ts';
import { listen } from '../transport/servers.ts';
import { sleep } from './calls.ts';

/** Endpoints of every kind, as applications write them; all behave the same. */

/** What an endpoint does with a notification: the status it answers, never or after a throw. */
export type Deed = (attempt: number) => Promise<number>;

const path = '/notifications/v1';

export const deeds = {
  'answers 200': async () => 200,
  'answers 204': async () => 204,
  'answers 302': async () => 302,
  'answers 500': async () => 500,
  'never answers': () => new Promise<number>(() => {}),
  throws: async () => {
    throw new Error('no room');
  },
  'sleeps 700 ms': async () => {
    await sleep(700);
    return 200;
  },
  'reads a file': async () => ((await readFile(import.meta.filename)).length > 0 ? 200 : 500),
} as const satisfies Readonly<Record<string, Deed>>;

/** What was posted, the same for every target: `id COMPLETED`. */
type Hear = (body: unknown) => void;

export interface Opened extends AsyncDisposable {
  readonly target: NotificationTarget;
}

type Open = (deed: Deed, hear?: Hear) => Promise<Opened>;

const ignore: Hear = () => undefined;
const opened = (target: NotificationTarget): Opened => ({ target, [Symbol.asyncDispose]: async () => undefined });

/** `location` leads to a place that answers 200, were anybody to go there. */
const headersOf = (status: number): Record<string, string> => (status === 302 ? { location: '/elsewhere' } : {});

const expressApp = (deed: Deed, hear: Hear = ignore) => {
  const app = express().use(express.json());
  let attempts = 0;
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 handles what it rejects with
  app.post(path, async (request, response) => {
    hear(request.body);
    const status = await deed(++attempts);
    response.status(status).set(headersOf(status)).end();
  });
  app.all('/elsewhere', (_request, response) => void response.status(200).end());
  // Without it Express would write what was thrown to the console.
  app.use((_error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
    response.status(500).end();
  });
  return app;
};

const honoApp = (deed: Deed, hear: Hear = ignore): Hono => {
  const app = new Hono();
  let attempts = 0;
  app.post(path, async (context) => {
    hear(await context.req.json());
    const status = await deed(++attempts);
    return context.body(null, status as StatusCode, headersOf(status));
  });
  app.onError((_error, context) => context.body(null, 500));
  return app;
};

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
};

/** What it throws is its caller's. */
const plainListener = (deed: Deed, hear: Hear = ignore) => {
  let attempts = 0;
  return async (request: IncomingMessage, response: ServerResponse) => {
    hear(await readJson(request));
    const status = await deed(++attempts);
    response.writeHead(status, headersOf(status)).end();
  };
};

/** The shape of a Koa app: an object that makes its listener, and catches what is thrown. */
const koaLike = (deed: Deed, hear: Hear = ignore) => ({
  callback: () => {
    const listener = plainListener(deed, hear);
    return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      try {
        await listener(request, response);
      } catch {
        response.writeHead(500).end();
      }
    };
  },
  listen: () => undefined,
  emit: () => false,
});

/** Those that speak HTTP; 500 is what they make of a throw. */
export const speakers: Readonly<Record<string, Open>> = {
  'a Hono app': async (...how) => opened(honoApp(...how)),
  'a Hono app as a listener': async (...how) => opened({ listener: getRequestListener(honoApp(...how).fetch) }),
  'an Express app': async (...how) => opened(expressApp(...how)),
  'an Express app as a listener': async (...how) => opened({ listener: expressApp(...how) }),
  'a Koa app': async (...how) => opened(koaLike(...how)),
  'a plain listener': async (...how) => opened({ listener: plainListener(...how) }),
  'a server that does not listen': async (...how) => opened(http.createServer(expressApp(...how))),
  'a server at a URL': async (...how) => {
    const server = await listen(expressApp(...how));
    return { target: `${server.url}${path}`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  },
};

/** Those without a status of their own. */
export const functions: Readonly<Record<string, Open>> = {
  'a function': async (deed, hear = ignore) => {
    let attempts = 0;
    return opened(async ({ id, version, status }) => {
      hear({ Message: JSON.stringify({ id, version, status }) });
      await deed(++attempts);
    });
  },
};
