import { expect, test, vi } from 'vitest';
import { createTimeline } from '../../src/clock/create-timeline.ts';
import { epoch, onTimeline } from './begin.ts';
import { differences, takeInventory } from './inventory.ts';

test('a timeline replaces what this list says, and its dispose restores all of it', async () => {
  const before = takeInventory();
  const timeline = createTimeline({ epoch, label: 'test' });
  const during = takeInventory();

  await timeline.dispose();

  expect(differences(before, during).sort()).toEqual([
    'AbortSignal.timeout',
    'Atomics.waitAsync',
    'BroadcastChannel.prototype.postMessage',
    'Date.now',
    'Date.prototype.constructor',
    'DateTimeFormat.prototype.format',
    'DateTimeFormat.prototype.formatToParts',
    'MessagePort.prototype.close',
    'MessagePort.prototype.postMessage',
    'MessagePort.prototype.ref',
    'Socket.prototype._destroy',
    'Socket.prototype._unrefTimer',
    'Socket.prototype._writeGeneric',
    'Socket.prototype.push',
    'Socket.prototype.resume',
    'Socket.prototype.setTimeout',
    'TLSSocket.prototype._start',
    // Node has it from 26 on.
    ...[...before.keys()].filter((name) => /^Temporal\.Now\.(instant|.*ISO)$/.test(name)).sort(),
    'Timeout.prototype.refresh',
    'WebAssembly.compile',
    'WebAssembly.instantiate',
    'Worker.prototype.postMessage',
    'Worker.prototype.ref',
    'Worker.prototype.unref',
    'globalThis.Date',
    'globalThis.clearInterval',
    'globalThis.clearTimeout',
    'globalThis.setInterval',
    'globalThis.setTimeout',
    'named promised setTimeout',
    'named setTimeout',
    'performance.mark',
    'performance.measure',
    'performance.now',
    'performance.timeOrigin',
    // A listener, which goes again.
    'process._eventsCount',
    'process.hrtime',
    'process.uptime',
    'scheduler.wait',
    'timers.clearInterval',
    'timers.clearTimeout',
    'timers.setInterval',
    'timers.setTimeout',
    'timersPromises.setInterval',
    'timersPromises.setTimeout',
  ]);
  expect(differences(before, takeInventory())).toEqual([]);
});

test.each([
  ['first, second', [0, 1]],
  ['second, first', [1, 0]],
] as const)('of two timelines the last one restores, in the order %s', async (_name, order) => {
  const before = takeInventory();
  const timelines = ['a', 'b'].map((label) => createTimeline({ epoch, label }));
  const during = takeInventory();

  await timelines[order[0]]?.dispose();
  const between = takeInventory();
  await timelines[order[1]]?.dispose();

  expect(differences(during, between)).toEqual([]);
  expect(differences(before, takeInventory())).toEqual([]);
});

test('all is restored after a throw', async () => {
  const before = takeInventory();

  const failed = onTimeline((timeline) =>
    timeline.run(() => {
      throw new Error('thrown by the client');
    }),
  );

  await expect(failed).rejects.toThrow('thrown by the client');
  expect(differences(before, takeInventory())).toEqual([]);
});

test('nothing is touched when a timeline is refused', () => {
  const before = takeInventory();

  expect(() => createTimeline({ epoch: 0.5, label: 'test' })).toThrow('[BAD_OPTION]');

  expect(differences(before, takeInventory())).toEqual([]);
});

test('what somebody else has put on top in the meantime is left alone', async () => {
  const timeline = createTimeline({ epoch, label: 'test' });
  vi.useFakeTimers();
  const theirs = setTimeout;

  await timeline.dispose();
  const afterwards = setTimeout;
  vi.useRealTimers();

  expect(afterwards).toBe(theirs);
  const real = setTimeout(() => undefined, 1);
  clearTimeout(real);
  expect(real.constructor.name).toBe('Timeout');
});

const timeout = AbortSignal.timeout.bind(AbortSignal);
const set = vi.fn<() => void>();

/** Whoever comes before us may have put it there in any way. */
const kinds: Readonly<Record<string, PropertyDescriptor>> = {
  'a plain property': { value: timeout, writable: true, enumerable: true, configurable: true },
  'one that is not enumerable': { value: timeout, writable: true, enumerable: false, configurable: true },
  'one that cannot be set': { value: timeout, writable: false, enumerable: true, configurable: true },
  'an accessor': { get: () => timeout, set, enumerable: true, configurable: true },
};

test.each(Object.entries(kinds))(
  'what was %s is replaced, by what is as enumerable, and is one again',
  async (_name, kind) => {
    const native = Object.getOwnPropertyDescriptor(AbortSignal, 'timeout') as PropertyDescriptor;
    Object.defineProperty(AbortSignal, 'timeout', kind);
    try {
      const timeline = createTimeline({ epoch, label: 'test' });
      const during = Object.getOwnPropertyDescriptor(AbortSignal, 'timeout');

      await timeline.dispose();

      expect(during?.value).not.toBe(timeout);
      expect(during?.enumerable).toBe(kind.enumerable);
      expect(Object.getOwnPropertyDescriptor(AbortSignal, 'timeout')).toEqual(kind);
      expect(set).not.toHaveBeenCalled();
    } finally {
      Object.defineProperty(AbortSignal, 'timeout', native);
    }
  },
);
