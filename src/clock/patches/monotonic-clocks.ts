import process from 'node:process';
import { performance } from 'node:perf_hooks';
import { presentClock } from '../current-clock.ts';
import { type Patch, replace, undoAll } from './patch.ts';

type Hrtime = (previous?: [number, number]) => [number, number];

/**
 * `performance.now` and `process.hrtime`, which inside a simulation count from its beginning. Nothing else of `performance`
 * is touched: the idle detector reads its counters.
 */
export const patchMonotonicClocks: Patch = () => {
  const realNow = performance.now.bind(performance);
  const realHrtime: Hrtime & { bigint: () => bigint } = process.hrtime;
  const realBigint = realHrtime.bigint.bind(realHrtime);
  const hrtime = (previous?: [number, number]): [number, number] =>
    presentClock()?.hrtime(previous) ?? realHrtime.call(process, previous);
  hrtime.bigint = (): bigint => {
    const [seconds, nanoseconds] = presentClock()?.hrtime() ?? [];
    if (seconds === undefined || nanoseconds === undefined) return realBigint();
    return BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
  };
  const undos = [
    replace(performance, 'now', () => presentClock()?.sinceStart() ?? realNow()),
    replace(process, 'hrtime', hrtime),
  ];
  return () => undoAll(undos);
};
