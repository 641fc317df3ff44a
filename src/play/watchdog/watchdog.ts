import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { withClock } from '../../clock/current-clock.ts';
import { nativeTimers } from '../../clock/real-time.ts';
import { bystanders } from '../../clock/signals/worker-messages.ts';
import { refuse } from '../../misuse.ts';
import { mute, printable } from '../../print/printable.ts';
import { showPath } from '../../print/show-path.ts';
import { userFrames } from '../../print/thrown.ts';
import { parseDuration } from '../../spec/time.ts';
import { type SpinFrame, textOfThread, type WatchOrder } from './thread.ts';

/** A client that kept the thread to itself until it was ended. */
export interface Spin {
  /** Milliseconds of computing. */
  readonly after: number;
  /** `spin (client.mjs:3:5)`, the innermost first; without what is ours or of libraries, where there is anything else. */
  readonly places: readonly string[];
}

/** How long a client may keep the thread: `30s`, or `0s` for as long as it likes. */
const stuckAfterVariable = 'STUNT_DOUBLE_STUCK_AFTER';

/** Generous: a long collection of garbage takes a second or two, and nobody means to compute for ten. */
const usualPatience = '10s';
/** How often is looked in that time; and how much longer one that does not compute may keep the thread. */
const looks = 20;
const blocking = 10;

const told = 'stunt-double.spin';

/** Tells of a client that keeps the thread, at once: nothing can be awaited any more. False where there is nothing to tell. */
type TellSpin = (spin: Spin) => boolean;

/** How the present command tells of it. */
let tellNow: TellSpin | undefined;

/** Says what is to be told in that case from now on; gives back how to say that it is over. */
export const whenSpinning = (tell: TellSpin): (() => void) => {
  tellNow = tell;
  return () => {
    tellNow = undefined;
  };
};

export const tellSpin: TellSpin = (spin) => tellNow?.(spin) ?? false;

let isWatched = false;

/** With `node --permission` only by `--allow-worker`; without it, whatever the types say, there is nothing to ask. */
const mayStartThread = (): boolean => {
  const { permission }: { readonly permission?: NodeJS.ProcessPermission } = process;
  return permission?.has('worker') ?? true;
};

/**
 * Watches this thread from another one, from now on. `end` is called in the midst of what has kept it, and has to end the
 * process. Nothing is watched where a debugger is on: it may stop the thread for as long as it likes; nor where Node permits no
 * other thread.
 * Throws Misuse BAD_OPTION.
 */
export const watchThread = async (
  env: Readonly<Record<string, string | undefined>>,
  end: (spin: Spin) => void,
): Promise<void> => {
  const after = readPatience(env[stuckAfterVariable]);
  const inspector = await import('node:inspector');
  if (isWatched || after === 0 || inspector.url() !== undefined || !mayStartThread()) return;
  isWatched = true;
  const { Worker } = await import('node:worker_threads');
  const beats = new SharedArrayBuffer(4);
  const counter = new Int32Array(beats);
  const between = Math.ceil(after / looks);
  const workerData: WatchOrder = {
    beats,
    between,
    computing: after,
    looks: looks * blocking,
    told,
    lastWords: 'error: the client blocks the thread, and cannot be reached\n',
  };
  const thread = new Worker(textOfThread(), { eval: true, workerData, execArgv: [], env: {} });
  bystanders.add(thread);
  thread.unref();
  // Without the watchdog all goes on as it would.
  thread.on('error', () => undefined);
  Object.defineProperty(globalThis, Symbol.for(told), {
    // It is called in the time of the client.
    value: (frames: readonly SpinFrame[]) => withClock(undefined, () => end({ after, places: placesOf(frames) })),
  });
  const beat = (): void => {
    Atomics.add(counter, 0, 1);
    nativeTimers.setTimeout(beat, between).unref();
  };
  beat();
};

const readPatience = (typed: string | undefined): number => {
  const after = parseDuration(typed === undefined || typed === '' ? usualPatience : typed);
  if (after !== undefined) return after;
  throw refuse(
    stuckAfterVariable,
    `${JSON.stringify(typed)} is not a length of time`,
    'write 30s, or 0s to switch it off',
  );
};

export const sayKept = (after: number): string =>
  `the client computed for ${after / 1000} s and never gave the thread back, so that nothing else could happen`;

const placesOf = (frames: readonly SpinFrame[]): readonly string[] => {
  const all = frames
    .map((frame) => ({ ...frame, file: pathOf(frame.file) }))
    .filter(({ file }) => file !== '' && !file.startsWith('node:'));
  const stack = all.map(({ file, line, column }) => `    at ${file}:${line}:${column}`).join('\n');
  const users = new Set(userFrames({ stack }).map((line) => line.trim().slice('at '.length)));
  const wanted = all.filter(({ file, line, column }) => users.has(`${file}:${line}:${column}`));
  return (wanted.length > 0 ? wanted : all).slice(0, mostPlaces).map(({ name, file, line, column }) => {
    const place = `${showPath(file)}:${line}:${column}`;
    return name === '' ? place : `${name} (${place})`;
  });
};

const mostPlaces = 5;

const pathOf = (file: string): string => (file.startsWith('file:') ? fileURLToPath(file) : file);

export const describeSpin = ({ after, places }: Spin, where: string): string =>
  mute(printable([`error: ${where}: ${sayKept(after)}`, ...places.map((place) => `    at ${place}`), ''].join('\n')));
