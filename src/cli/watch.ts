import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { canRewrite, type Terminal } from '../print/terminal.ts';
import type { ExitCode } from './exit-codes.ts';
import { interruptedCode, isInterrupted, signalFor } from './interruption.ts';
import type { RunArguments } from './run-arguments.ts';
import { showPath } from '../print/show-path.ts';
import { sayPlainly } from './say-plainly.ts';
import { findWatched, type Watched } from './watched-files.ts';

/** Set for the process that does the running: it is not to watch, too. */
export const watchedBy = 'STUNT_DOUBLE_WATCHED';

/** Editors write a file in several steps. */
const settling = 60;

const clearScreen = '\u001b[2J\u001b[3J\u001b[H';

/**
 * Runs the same command again and again, in a process of its own each time, since a module that was loaded once cannot be
 * loaded anew. Ends when the user has had enough.
 */
export const watchRuns = async (args: RunArguments, terminal: Terminal): Promise<ExitCode> => {
  const { stdout, stderr, env, interrupted: signal } = terminal;
  while (!isInterrupted(terminal)) {
    const watched = await findWatched(args);
    const change = awaitChange(watched, signal);
    const child = start(terminal);
    const first = await Promise.race([change.path, child.ended.then(() => 'ended' as const)]);
    if (first === 'ended' && !isInterrupted(terminal)) {
      stderr.write(`\nwatching ${watched.files.size} files; Ctrl-C ends\n`);
    }
    const path = await change.path;
    change.stop();
    if (path === undefined) {
      await child.ended;
      break;
    }
    child.kill();
    await child.ended;
    if (canRewrite(stdout, env)) stdout.write(clearScreen);
    sayPlainly(stderr, `${showPath(path)} has changed\n\n`);
  }
  return interruptedCode(terminal);
};

interface Running {
  readonly ended: Promise<void>;
  readonly kill: () => void;
}

/** The same command in a new process. Told to stop, it stops by itself, with a summary. */
const start = (terminal: Terminal): Running => {
  const { interrupted: signal } = terminal;
  const [, script = '', ...rest] = process.argv;
  const child: ChildProcess = spawn(process.execPath, [...process.execArgv, script, ...rest], {
    stdio: 'inherit',
    env: { ...process.env, [watchedBy]: '1' },
  });
  // A terminal tells both of us, anybody else perhaps only one; told twice, it does not mind.
  const pass = (): void => void child.kill(signalFor(terminal));
  signal?.addEventListener('abort', pass, { once: true });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  return {
    ended: ended.finally(() => signal?.removeEventListener('abort', pass)),
    kill: () => void child.kill('SIGKILL'),
  };
};

/** The path that changes first; undefined when the user has had enough before. */
const awaitChange = (
  { files, folders, written }: Watched,
  signal: AbortSignal | undefined,
): { readonly path: Promise<string | undefined>; readonly stop: () => void } => {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  const over = new AbortController();
  const stop = (): void => {
    clearTimeout(timer);
    over.abort();
    for (const watcher of watchers) watcher.close();
  };
  const path = new Promise<string | undefined>((resolve) => {
    const end = (): void => resolve(undefined);
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end, { once: true, signal: over.signal });
    for (const folder of new Set([...folders, ...[...files].map(dirname)])) {
      const look = (name: string | null): void => {
        const changed = join(folder, name ?? '');
        if (written.has(changed)) return;
        if (!files.has(changed) && !(folders.has(folder) && isNews(name ?? ''))) return;
        clearTimeout(timer);
        timer = setTimeout(() => resolve(changed), settling);
      };
      try {
        watchers.push(watch(folder, (_, name) => look(name)).on('error', () => undefined));
      } catch {
        // A folder that has just gone: the next run says so.
      }
    }
  });
  return { path, stop };
};

/** What may be a new scenario, or a new folder of them; not what editors leave beside a file. */
const isNews = (name: string): boolean => /\.(?:ya?ml|json)$|\.scenario\.[cm]?[jt]s$|^[\w-]+$/i.test(name);
