#!/usr/bin/env node
// First, so that a client may take a copy of its timers while it loads, as promisify(setTimeout) does.
import '../register.ts';
import { closeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { main } from './command-line.ts';
import { Misuse } from '../misuse.ts';
import { sendToParent, workerOf } from './check/workers.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { readNowRunning } from './now-running.ts';

const { stdout, stderr, argv, env } = process;

const interruption = new AbortController();
let interruptedAt = 0;
process.on('SIGINT', () => {
  // A terminal tells all of its processes, and some of them tell their children again: that is one wish, not two.
  if (interruption.signal.aborted && performance.now() - interruptedAt > 500) leave(exitCodes.interrupted);
  if (!interruption.signal.aborted) interruptedAt = performance.now();
  interruption.abort();
});

// A client that calls process.exit(0), or that leaves nothing to wait for, must not look like a success.
let isDone = false;
process.on('exit', () => {
  if (isDone) return;
  const what = 'the process ended in the middle of it; does the client call process.exit?';
  const misuse = new Misuse('CLIENT_INVALID', readNowRunning(), what, 'let it return or throw instead');
  if (env[workerOf] !== undefined) void sendToParent({ kind: 'refused', misuse: { ...misuse } });
  else stderr.write(`error: ${misuse.message}\n`);
  process.exitCode = exitCodes.misuse;
});

const leave = (code: ExitCode): never => {
  isDone = true;
  process.exit(code);
};

// Whoever reads the output may stop early (`| head`); there is nobody left to tell then.
for (const stream of [stdout, stderr]) stream.on('error', () => leave(exitCodes.unread));

const written = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve());
  });

const [, script] = argv;
const terminal = {
  stdout,
  stderr,
  env,
  ...(script !== undefined && { script }),
  interrupted: interruption.signal,
  watchThread: async (): Promise<void> => {
    const { describeSpin, tellSpin, watchThread } = await import('../play/watchdog/watchdog.ts');
    await watchThread(env, (spin) => {
      if (!tellSpin(spin)) stderr.write(describeSpin(spin, readNowRunning()));
      // Node would say there that it waits for the debugger.
      closeSync(2);
      leave(exitCodes.broken);
    });
  },
};
void main(argv.slice(2), terminal).then(async (code) => {
  await Promise.all([written(stdout), written(stderr)]);
  // A client may leave servers and sockets open, which would keep the process alive.
  leave(code);
});
