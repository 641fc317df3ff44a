import { presentClock } from '../current-clock.ts';
import { type Patch, replace, undoAll } from './patch.ts';

/** `Date` without arguments, and `Date.now`. A `Date` taken before this is in place knows virtual time by `Date.now()` only. */
export const patchDates: Patch = () => {
  const RealDate = globalThis.Date;
  const realNow = RealDate.now;
  const now = (): number => presentClock()?.now ?? realNow();
  const VirtualDate = new Proxy(RealDate, {
    construct: (real, args: unknown[], target) => {
      const clock = args.length === 0 ? presentClock() : undefined;
      return Reflect.construct(real, clock === undefined ? args : [clock.now], target) as Date;
    },
    apply: (real) => {
      const clock = presentClock();
      return clock === undefined ? real() : new real(clock.now).toString();
    },
  });
  const undos = [
    replace(RealDate, 'now', now),
    replace(RealDate.prototype, 'constructor', VirtualDate),
    replace(globalThis, 'Date', VirtualDate),
  ];
  return () => undoAll(undos);
};
