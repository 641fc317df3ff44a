import { Worker } from 'node:worker_threads';
import { replaceMethod, undoAll } from '../patches/patch.ts';
import { noteBeginning } from './beginnings.ts';
import type { StartSignal } from './signal.ts';

/** vitest keeps its state here, and waits for the same set in `vi.dynamicImportSettled()`. */
interface VitestState {
  readonly resolvingModules?: { readonly size: number };
}

const importsOfVitest = (): number => {
  const state = Reflect.get(globalThis, '__vitest_worker__') as VitestState | undefined;
  return state?.resolvingModules?.size ?? 0;
};

/** The thread in which Node runs loader hooks (tsx, ts-node); its replies come by ports that nobody else can see. */
export const isLoaderThread = (worker: Worker): boolean => worker.constructor.name === 'InternalWorker';

/** Sees `import()` where a test runner or a loader answers it; without one, it is file system work like any other. */
export const watchModuleLoading: StartSignal = () => {
  const loading = new Set<Worker>();
  let ended = 0;

  // Node references its loader thread for just as long as an import waits for it.
  const undos = [
    replaceMethod<Worker>(Worker.prototype, 'ref', (worker, _args, go) => {
      noteBeginning();
      if (isLoaderThread(worker)) loading.add(worker);
      return go();
    }),
    replaceMethod<Worker>(Worker.prototype, 'unref', (worker, _args, go) => {
      if (loading.delete(worker)) ended++;
      return go();
    }),
  ];

  const count = (): number => loading.size + importsOfVitest();
  return {
    busy: count,
    ended: () => ended,
    describe: () => (count() === 0 ? [] : ['the loading of a module']),
    stop: () => {
      undoAll(undos);
      loading.clear();
    },
  };
};
