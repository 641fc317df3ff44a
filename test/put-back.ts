import { Socket } from 'node:net';
import process from 'node:process';
import timers from 'node:timers';
import { afterAll, expect } from 'vitest';

/** What simulations replace while they are alive, and what tests may set. */
const look = () => ({
  Date: globalThis.Date,
  fetch: globalThis.fetch,
  Request: globalThis.Request,
  Response: globalThis.Response,
  document: Reflect.get(globalThis, 'document') as unknown,
  random: Math.random,
  setTimeout: globalThis.setTimeout,
  setTimeoutOfModule: timers.setTimeout,
  queueMicrotask: globalThis.queueMicrotask,
  hrtime: process.hrtime,
  connect: Reflect.get(Socket.prototype, 'connect') as unknown,
  folder: process.cwd(),
  environment: { ...process.env },
  exitCode: process.exitCode,
  // What a file still has to do then is left undone: a simulation is to be stopped, a temporary file to be removed.
  atExit: process.listeners('exit').map(String),
});

const before = look();

/** Of the files that share a process each has to leave it as it was, or the next would be played in another. */
afterAll(() => {
  expect(look()).toEqual(before);
});
