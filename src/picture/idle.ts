import type { Lane, Stretch } from './picture.ts';

/** Shorter pauses are not worth a fold. */
const shortest = 1000;
/** How much longer than usual a pause has to be. */
const byFar = 10;

/** Stretches in which no bar begins or ends and that are by far longer than the pauses in this run usually are. */
export const findIdle = (lanes: readonly Lane[]): readonly Stretch[] => {
  const times = timesOf(lanes);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const usual = pauses.toSorted()[Math.floor((pauses.length - 1) / 2)] ?? 0;
  const least = Math.max(shortest, usual * byFar);
  const idle: Stretch[] = [];
  for (const [index, pause] of pauses.entries()) {
    const from = times[index] ?? 0;
    if (pause >= least) idle.push({ from, to: from + pause });
  }
  return idle;
};

/** Every moment at which something begins or ends, once. */
const timesOf = (lanes: readonly Lane[]): Float64Array => {
  const count = lanes.reduce((sum, { bars }) => sum + bars.length * 2, 0);
  const times = new Float64Array(count);
  let next = 0;
  for (const { bars } of lanes) {
    for (const { from, to } of bars) {
      times[next++] = from;
      times[next++] = to;
    }
  }
  return times.sort().filter((time, index, all) => index === 0 || time !== all[index - 1]);
};
