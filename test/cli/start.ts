import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import process from 'node:process';
import { builtProgram } from '../built.ts';
import { plantedProgram } from './planted.ts';

const program = builtProgram();

export interface Ended {
  readonly code: number | null;
  /** All that it said. */
  readonly text: string;
}

/** The command line in a process of its own, as it is built: its sources would take a second to load, each time. */
export interface Started {
  /** Resolves as soon as all that was said so far has this in it; rejects when the process ends before. */
  readonly said: (text: string | RegExp) => Promise<void>;
  /** Says nothing of what was said before. */
  readonly forget: () => void;
  readonly text: () => string;
  readonly interrupt: () => void;
  /** Any other signal. */
  readonly tell: (signal: NodeJS.Signals) => void;
  /** Reads no more of its standard output. */
  readonly closeOutput: () => void;
  readonly ended: Promise<Ended>;
  readonly [Symbol.dispose]: () => void;
}

export interface Circumstances {
  /** A module that changes it, and is loaded before it: then it is made of its sources. */
  readonly first?: string;
  /** How long a file may become, in blocks of 512 bytes: the disk is full. */
  readonly most?: number;
}

export const start = (
  folder: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { first, most }: Circumstances = {},
): Started => {
  const words = [process.execPath, first === undefined ? program : plantedProgram(first), ...argv];
  const [command = '', ...rest] =
    most === undefined ? words : ['sh', '-c', `ulimit -f ${most}; exec "$@"`, 'sh', ...words];
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(command, rest, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const looks = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    text += chunk.toString();
    for (const look of looks) look();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code) => done({ code, text }));
  });
  const holds = (wanted: string | RegExp): boolean =>
    typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
  return {
    said: (wanted) =>
      new Promise((done, fail) => {
        const look = (): void => {
          if (!holds(wanted)) return;
          looks.delete(look);
          done();
        };
        looks.add(look);
        look();
        void ended.then(() => fail(new Error(`it ended without ${String(wanted)}:\n${text}`)));
      }),
    forget: () => {
      text = '';
    },
    text: () => text,
    interrupt: () => void child.kill('SIGINT'),
    tell: (signal) => void child.kill(signal),
    closeOutput: () => void child.stdout.destroy(),
    ended,
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
};

/** Leaves it alone until it ends, and resolves to how that was. */
export const endOf = async (...command: Parameters<typeof start>): Promise<Ended> => {
  using started = start(...command);
  return await started.ended;
};
