import { showDuration } from '../../spec/time.ts';

/** A length of time as short as it goes: `10m`, `1h31m`, `1h0m0.001s`, `0s`. */
export const showTime = (milliseconds: number): string => {
  const text = showDuration(milliseconds).replace('.000s', 's');
  return text.replace(/(?<=m)0s$/, '').replace(/(?<=h)0m$/, '');
};
