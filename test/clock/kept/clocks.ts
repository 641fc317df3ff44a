import { once } from 'node:events';
import net from 'node:net';
import { claimSocket } from '../../../src/clock/patches/socket-timeouts.ts';
import { epoch, passed, sleep } from '../begin.ts';

export const hour = 3_600_000;

const passedAt = async (event: Promise<unknown>): Promise<number> => {
  await event;
  return passed();
};

const aborted = (signal: AbortSignal): Promise<number> => passedAt(once(signal, 'abort'));

/** A connection that a simulation answers. */
const claimed = (): net.Socket => {
  const socket = new net.Socket();
  claimSocket(socket);
  return socket;
};

const cleared = async <Timer>(
  set: (work: () => void, delay: number) => Timer,
  clear: (timer: Timer) => void,
): Promise<number> => {
  let fired = 0;
  clear(set(() => void fired++, 1));
  await sleep(hour);
  return fired === 0 ? passed() : fired;
};

/** What is replaced because of time: one that was kept shows how much of it has passed for whoever lives. */
export const clocks: Readonly<Record<string, (kept: never) => number | Promise<number>>> = {
  'AbortSignal.timeout': (timeout: typeof AbortSignal.timeout) => aborted(timeout.call(AbortSignal, hour)),
  'Date.now': (now: typeof Date.now) => sleep(hour).then(() => now() - epoch),
  'Date.prototype.constructor': (Kept: typeof Date) => sleep(hour).then(() => new Kept().getTime() - epoch),
  'Socket.prototype._unrefTimer': async () => {
    const socket = claimed();
    socket.setTimeout(hour);
    await sleep(hour / 2);
    Reflect.apply(Reflect.get(socket, '_unrefTimer'), socket, []);
    return passedAt(once(socket, 'timeout')).then((instant) => instant - hour / 2);
  },
  'Socket.prototype.setTimeout': () => passedAt(once(claimed().setTimeout(hour), 'timeout')),
  'Timeout.prototype.refresh': () => sleep(hour).then(passed),
  'globalThis.Date': (Kept: typeof Date) => sleep(hour).then(() => new Kept().getTime() - epoch),
  'globalThis.clearInterval': (clear: typeof clearInterval) => cleared(setInterval, clear),
  'globalThis.clearTimeout': (clear: typeof clearTimeout) => cleared(setTimeout, clear),
  'globalThis.setInterval': (set: typeof setInterval) =>
    passedAt(
      new Promise<void>((go) => {
        const timer = set(() => {
          clearInterval(timer);
          go();
        }, hour);
      }),
    ),
  'globalThis.setTimeout': (set: typeof setTimeout) => passedAt(new Promise((go) => void set(go, hour))),
  'performance.mark': (mark: Performance['mark']) => sleep(hour).then(() => mark('kept').startTime),
  'performance.measure': (measure: Performance['measure']) => sleep(hour).then(() => measure('kept').duration),
  'performance.now': (now: Performance['now']) => sleep(hour).then(() => now()),
  'process.hrtime': (hrtime: NodeJS.HRTime) => sleep(hour).then(() => Number(hrtime.bigint() / 1_000_000n)),
  'scheduler.wait': (wait: (delay: number) => Promise<void>) => passedAt(wait(hour)),
  'timersPromises.setInterval': (set: (delay: number) => AsyncIterable<unknown>) =>
    passedAt(set(hour)[Symbol.asyncIterator]().next()),
  'timersPromises.setTimeout': (set: (delay: number) => Promise<void>) => passedAt(set(hour)),
};
