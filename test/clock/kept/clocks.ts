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

/** What a clock whose beginning says nothing tells of an hour. */
const passedBy = async (read: () => number): Promise<number> => {
  const began = read();
  await sleep(hour);
  return read() - began;
};

/** The day of the epoch begins with it, so that an hour later it is one o'clock. */
const hourOf = async (parts: Intl.DateTimeFormat['formatToParts']): Promise<number> => {
  await sleep(hour);
  const said = parts.call(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'UTC' }));
  return hour * Number(said.find(({ type }) => type === 'hour')?.value);
};

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

interface Told {
  readonly epochMilliseconds: number;
  readonly hour: number;
  toString(): string;
}

type Now = (zone?: string) => Told;

/** Of `Temporal.Now`, which Node has from 26 on. */
const temporal: Readonly<Record<string, (now: Now) => Promise<number>>> = {
  'Temporal.Now.instant': (now) => sleep(hour).then(() => now().epochMilliseconds - epoch),
  'Temporal.Now.plainDateISO': (now) => sleep(hour).then(() => (now('UTC').toString() === '2026-01-01' ? hour : 0)),
  'Temporal.Now.plainDateTimeISO': (now) => sleep(hour).then(() => hour * now('UTC').hour),
  'Temporal.Now.plainTimeISO': (now) => sleep(hour).then(() => hour * now('UTC').hour),
  'Temporal.Now.zonedDateTimeISO': (now) => sleep(hour).then(() => now().epochMilliseconds - epoch),
};

/** What is replaced because of time: one that was kept shows how much of it has passed for whoever lives. */
export const clocks: Readonly<Record<string, (kept: never) => number | Promise<number>>> = {
  ...('Temporal' in globalThis ? temporal : {}),
  'AbortSignal.timeout': (timeout: typeof AbortSignal.timeout) => aborted(timeout.call(AbortSignal, hour)),
  'Date.now': (now: typeof Date.now) => sleep(hour).then(() => now() - epoch),
  'DateTimeFormat.prototype.formatToParts': hourOf,
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
  'performance.mark': (mark: Performance['mark']) => passedBy(() => mark('kept').startTime),
  'performance.measure': (measure: Performance['measure']) => passedBy(() => measure('kept').duration),
  'performance.now': (now: Performance['now']) => passedBy(() => now()),
  'process.hrtime': (hrtime: NodeJS.HRTime) => passedBy(() => Number(hrtime.bigint() / 1_000_000n)),
  'process.uptime': (uptime: () => number) => passedBy(() => 1000 * uptime()),
  'scheduler.wait': (wait: (delay: number) => Promise<void>) => passedAt(wait(hour)),
  'timersPromises.setInterval': (set: (delay: number) => AsyncIterable<unknown>) =>
    passedAt(set(hour)[Symbol.asyncIterator]().next()),
  'timersPromises.setTimeout': (set: (delay: number) => Promise<void>) => passedAt(set(hour)),
};
