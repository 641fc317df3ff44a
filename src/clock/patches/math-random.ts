import { contextClock } from '../current-clock.ts';
import { isCalledByInterceptor } from './interceptor-calls.ts';
import { type Patch, replace } from './patch.ts';

/** `Math.random`, which draws from the seed in code of a simulation, and nowhere else. */
export const patchMathRandom: Patch = () => {
  const real = Math.random;
  const random = (): number => {
    const number = contextClock()?.chance?.number;
    return number === undefined || isCalledByInterceptor(random) ? real() : number();
  };
  return replace(Math, 'random', random);
};
