#!/usr/bin/env node
// First, so that a client may take a copy of its timers while it loads, as promisify(setTimeout) does.
import '../register.ts';
import { closeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { main } from './command-line.ts';
import { workerOf } from './check/workers.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import type { Cause } from './interruption.ts';
import { sayPlainly } from './say-plainly.ts';
import { describeLeft, readNowRunning, tellLeft } from './now-running.ts';

const { stdout, stderr, argv, env } = process;

const interruption = new AbortController();
let interruptedAt = 0;
const end = (cause: Cause): void => {
  // A terminal tells all of its processes, and some of them tell their children again: that is one wish, not two.
  if (interruption.signal.aborted && performance.now() - interruptedAt > 500) leave(exitCodes[cause]);
  if (!interruption.signal.aborted) interruptedAt = performance.now();
  interruption.abort(cause);
};
process
  .on('SIGINT', () => end('interrupted'))
  .on('SIGTERM', () => end('terminated'))
  .on('SIGHUP', () => end('hungUp'));

// A client that calls process.exit(0), or that leaves nothing to wait for, must not look like a success.
let isDone = false;
process.on('exit', () => {
  if (isDone) return;
  // Its parent tells of it.
  if (env[workerOf] !== undefined) return;
  process.exitCode = exitCodes.misuse;
  tellLeft();
  sayPlainly(stderr, `error: ${describeLeft().message}\n`);
});

const leave = (code: ExitCode): never => {
  isDone = true;
  process.exit(code);
};

// Whoever reads the output may stop early (`| head`), or its disk be full. Reports that go elsewhere are still written.
let lost: 'unread' | 'unwritten' | undefined;
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (lost !== undefined) return;
  lost = error.code === 'EPIPE' || error.code === 'EIO' ? 'unread' : 'unwritten';
  if (lost === 'unwritten') stderr.write(`error: standard output cannot be written: ${error.message}\n`);
  if (!interruption.signal.aborted) end(lost);
});
// There is nobody left to tell.
stderr.on('error', () => undefined);

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
  leave(lost === undefined ? code : exitCodes[lost]);
});
