import process from 'node:process';
import type { WireRequest } from '../core/wire.ts';

let isSaid = false;

/**
 * Says once, where jsdom or happy-dom imitate a browser and a request says so by its `Origin`, why it may come to nothing: a
 * browser asks for leave to call another origin, and these interfaces, which are no business of browsers, give none. Their own
 * errors speak of an origin, and of nothing that can be changed.
 */
export const hintAtBrowser = ({ headers }: WireRequest): void => {
  if (isSaid || headers['origin'] === undefined || !Reflect.has(globalThis, 'document')) return;
  isSaid = true;
  process.stderr.write(`${why} ${remedy}\n`);
};

const why =
  'stunt-double: this test runs in an imitation of a browser, whose fetch and XMLHttpRequest may call no other origin (CORS).';

const remedy =
  "Write // @vitest-environment node at the top of the file; or let the client call Node's fetch: simulate({ transport: 'fetch' }).";
