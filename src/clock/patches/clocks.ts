import process from 'node:process';
import { type MeasureOptions, performance, type PerformanceMeasure } from 'node:perf_hooks';
import { currentClock } from '../current-clock.ts';
import { type Patch, replace, replaceGetter, type Undo, undoing } from './patch.ts';

/** `Date` without arguments, and `Date.now`. A `Date` taken before this is in place knows virtual time by `Date.now()` only. */
const patchDates = (): readonly Undo[] => {
  const RealDate = globalThis.Date;
  const realNow = RealDate.now;
  const now = (): number => currentClock()?.now ?? realNow();
  const VirtualDate = new Proxy(RealDate, {
    construct: (real, args: unknown[], target) => {
      const clock = args.length === 0 ? currentClock() : undefined;
      return Reflect.construct(real, clock === undefined ? args : [clock.now], target) as Date;
    },
    apply: (real) => {
      const clock = currentClock();
      return clock === undefined ? real() : new real(clock.now).toString();
    },
  });
  return [
    replace(RealDate, 'now', now),
    replace(RealDate.prototype, 'constructor', VirtualDate),
    replace(globalThis, 'Date', VirtualDate),
  ];
};

type Hrtime = (previous?: [number, number]) => [number, number];

/** Seconds and nanoseconds since an earlier reading, or since the beginning. */
const hrtimeOf = (monotonicNow: number, [seconds, nanoseconds] = [0, 0]): [number, number] => {
  const passed = monotonicNow - seconds * 1000 - Math.round(nanoseconds / 1e6);
  return [Math.floor(passed / 1000), (passed - Math.floor(passed / 1000) * 1000) * 1e6];
};

/** `performance.timeOrigin`, to which what is counted from the beginning is added; marks, and measures up to now. */
const patchTimings = (): readonly Undo[] => {
  const [realMark, realMeasure] = [performance.mark.bind(performance), performance.measure.bind(performance)];
  const { timeOrigin } = performance;
  const mark: typeof realMark = (name, options) => {
    const now = currentClock()?.monotonicNow();
    return now === undefined
      ? realMark(name, options)
      : realMark(name, { ...options, startTime: options?.startTime ?? now });
  };
  const measure = (name: string, from?: string | MeasureOptions, to?: string): PerformanceMeasure => {
    const end = currentClock()?.monotonicNow();
    const options: MeasureOptions = typeof from === 'object' ? from : { ...(from !== undefined && { start: from }) };
    const hasEnd = to !== undefined || options.end !== undefined;
    if (end === undefined || hasEnd || (options.start !== undefined && options.duration !== undefined)) {
      return realMeasure(name, from as string, to);
    }
    return realMeasure(name, { ...options, end });
  };
  return [
    replaceGetter(performance, 'timeOrigin', () => {
      const clock = currentClock();
      return clock === undefined ? timeOrigin : clock.now - clock.monotonicNow();
    }),
    replace(performance, 'mark', mark),
    replace(performance, 'measure', measure),
  ];
};

/**
 * `performance.now`, `process.hrtime` and `process.uptime`, which inside a simulation count from a little before its beginning. No counter of `performance`
 * is touched: the idle detector reads them.
 */
const patchMonotonicClocks = (): readonly Undo[] => {
  const realNow = performance.now.bind(performance);
  const realUptime = process.uptime.bind(process);
  const realHrtime: Hrtime & { bigint: () => bigint } = process.hrtime;
  const realBigint = realHrtime.bigint.bind(realHrtime);
  const hrtime: Hrtime & { bigint?: () => bigint } = (previous) => {
    const passed = currentClock()?.monotonicNow();
    return passed === undefined ? realHrtime.call(process, previous) : hrtimeOf(passed, previous);
  };
  hrtime.bigint = () => {
    const passed = currentClock()?.monotonicNow();
    return passed === undefined ? realBigint() : BigInt(passed) * 1_000_000n;
  };
  return [
    replace(performance, 'now', () => currentClock()?.monotonicNow() ?? realNow()),
    replace(process, 'hrtime', hrtime),
    replace(process, 'uptime', () => (currentClock()?.monotonicNow() ?? realUptime() * 1000) / 1000),
  ];
};

/** All that tells the time. */
export const patchClocks: Patch = () => undoing(...patchDates(), ...patchMonotonicClocks(), ...patchTimings());
