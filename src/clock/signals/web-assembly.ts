import { replace, undoAll } from '../patches/patch.ts';
import type { StartSignal } from './signal.ts';

type Compile = (...args: unknown[]) => Promise<unknown>;

/**
 * Sees WebAssembly being compiled: on threads of the engine that nothing else knows of. The first `fetch` of a process
 * waits for its HTTP parser that way.
 */
export const watchWebAssembly: StartSignal = () => {
  let compiling = 0;
  let ended = 0;
  const undos = ['compile', 'instantiate'].map((name) => {
    const compile = Reflect.get(WebAssembly, name) as Compile;
    return replace(WebAssembly, name, (...args: unknown[]) => {
      const result = Reflect.apply(compile, WebAssembly, args);
      compiling++;
      const end = (): void => {
        compiling--;
        ended++;
      };
      result.then(end, end);
      return result;
    });
  });
  return {
    busy: () => compiling,
    ended: () => ended,
    describe: () => (compiling === 0 ? [] : [`${compiling} × WebAssembly being compiled`]),
    stop: () => undoAll(undos),
  };
};
