import { syncBuiltinESMExports } from 'node:module';
import { createIdleDetector } from './idle.ts';
import { patchAbortSignals } from './patches/abort-signals.ts';
import { patchDates } from './patches/dates.ts';
import { patchMonotonicClocks } from './patches/monotonic-clocks.ts';
import { applyAll, type Patch, undoAll } from './patches/patch.ts';
import { patchSocketTimeouts } from './patches/socket-timeouts.ts';
import { patchTimers } from './patches/timers.ts';
import { patchTimersPromises } from './patches/timers-promises.ts';
import { patchUndiciTimer } from './patches/undici-timer.ts';
import { Pump } from './pump.ts';
import { captureRealTime } from './real-time.ts';
import { watchActiveResources } from './signals/active-resources.ts';
import { watchChildProcesses } from './signals/child-processes.ts';
import { watchEventLoop } from './signals/event-loop.ts';
import { watchModuleLoading } from './signals/module-loading.ts';
import { watchNativeOperations } from './signals/native-operations.ts';
import type { Signal, StartSignal } from './signals/signal.ts';
import { watchSocketReplies } from './signals/socket-replies.ts';
import { watchWebAssembly } from './signals/web-assembly.ts';
import { watchWorkerMessages } from './signals/worker-messages.ts';

const patches: readonly Patch[] = [
  patchTimers,
  patchTimersPromises,
  patchDates,
  patchMonotonicClocks,
  patchAbortSignals,
  patchSocketTimeouts,
  patchUndiciTimer,
];

export const allSignals: readonly StartSignal[] = [
  watchEventLoop,
  watchActiveResources,
  watchNativeOperations,
  watchSocketReplies,
  watchChildProcesses,
  watchWorkerMessages,
  watchModuleLoading,
  watchWebAssembly,
];

interface Installation {
  readonly pump: Pump;
  readonly uninstall: () => void;
  users: number;
  /** How often code was entered in the time of a simulation. */
  entries: number;
}

let installed: Installation | undefined;

const install = (signals: readonly StartSignal[]): Installation => {
  const real = captureRealTime();
  const started: Signal[] = [];
  const starts = signals.map(
    (start): Patch =>
      () => {
        const signal = start(real);
        started.push(signal);
        return () => signal.stop();
      },
  );
  const undo = applyAll([...patches, ...starts, syncNamedExports]);
  const detector = createIdleDetector(started, real, undefined, () => installation.entries);
  const installation: Installation = {
    pump: new Pump(detector, real),
    uninstall: () => undoAll([syncBuiltinESMExports, undo]),
    users: 0,
    entries: 0,
  };
  return installation;
};

/** Named imports of built-in modules are copies, and have to be told. */
const syncNamedExports: Patch = () => {
  syncBuiltinESMExports();
  return () => undefined;
};

/**
 * Puts virtual time into the process, if it is not there yet; the last to release it takes it out again, and with it all
 * that was changed.
 */
export const useInstallation = (
  signals: readonly StartSignal[] = allSignals,
): { readonly pump: Pump; readonly noteEntry: () => void; readonly release: () => void } => {
  const installation = (installed ??= install(signals));
  installation.users++;
  let isReleased = false;
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    if (--installation.users > 0) return;
    installed = undefined;
    installation.uninstall();
  };
  return { pump: installation.pump, noteEntry: () => void installation.entries++, release };
};
