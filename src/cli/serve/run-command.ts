import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { errorText } from '../../error-text.ts';
import { Misuse } from '../../misuse.ts';
import type { OutputStream, Terminal } from '../../print/terminal.ts';
import type { Environment } from './environment.ts';

/** A client that is a process of its own. */
export interface RunningCommand {
  /** Rejects when it fails, with what it ended with; with Misuse CLIENT_INVALID when it could not be begun. */
  readonly ended: Promise<void>;
  /** Passes on what our own process was told. */
  pass(signal: NodeJS.Signals): void;
}

/** Begins a command with variables besides those of our own, and with our own input and output. */
export const runCommand = (
  [program = '', ...words]: readonly string[],
  environment: Environment,
  { stdout, stderr, env }: Terminal,
): RunningCommand => {
  const child = spawn(program, words, {
    env: { ...env, ...environment },
    stdio: ['inherit', outOf(stdout), outOf(stderr)],
  });
  child.stdout?.on('data', (chunk: Buffer) => stdout.write(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => stderr.write(chunk.toString()));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = endOf(child, [program, ...words].join(' ')).finally(() => process.off('exit', kill));
  return {
    ended,
    pass: (signal) => {
      // A terminal interrupts all processes that stand in front of it, and that is one wish, not two.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    },
  };
};

/** Its own, where it has one, so that the command sees whether people look at it. */
const outOf = (stream: OutputStream): number | 'pipe' => {
  const fd: unknown = Reflect.get(stream, 'fd');
  return typeof fd === 'number' ? fd : 'pipe';
};

const endOf = (child: ChildProcess, command: string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('error', (error) => {
      const what = `the command ${JSON.stringify(command)} cannot be run: ${errorText(error)}`;
      reject(new Misuse('CLIENT_INVALID', 'the command line', what, 'write behind -- what a shell would find'));
    });
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      // What it ended with comes first: commands are long, and may be cut short.
      else reject(new Error(`ended ${signal === null ? `with exit code ${code}` : `by ${signal}`}: ${command}`));
    });
  });
