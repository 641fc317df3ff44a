import type { Chance } from './random.ts';
import { createIdleDetector } from './idle-detector.ts';
import { patchAbortSignals } from './patches/abort-signals.ts';
import { patchCryptoRandom } from './patches/crypto-random.ts';
import { patchDates } from './patches/dates.ts';
import { patchHttp2Timeouts } from './patches/http2-timeouts.ts';
import { patchMathRandom } from './patches/math-random.ts';
import { patchMonotonicClocks } from './patches/monotonic-clocks.ts';
import { watchNames } from './patches/exported-names.ts';
import { applyAll, type Patch, type Undo, undoAll } from './patches/patch.ts';
import { type Shared, use } from './patches/shared.ts';
import { patchSocketTimeouts } from './patches/socket-timeouts.ts';
import { patchTimers } from './patches/timers.ts';
import { patchTimersPromises } from './patches/timers-promises.ts';
import { patchUndiciTimer } from './patches/undici-timer.ts';
import { Pump } from './idle-loop.ts';
import { captureRealTime } from './real-time.ts';
import { runtime } from '../runtime.ts';
import { watchActiveResources } from './signals/active-resources.ts';
import { watchChildProcesses } from './signals/child-processes.ts';
import { watchEventLoop } from './signals/event-loop.ts';
import { watchImmediates } from './signals/immediates.ts';
import { watchModuleLoading } from './signals/module-loading.ts';
import { watchNativeOperations } from './signals/native-operations.ts';
import type { Signal, StartSignal } from './signals/signal.ts';
import { watchSocketReplies } from './signals/socket-replies.ts';
import { watchEngineWork } from './signals/engine-work.ts';
import { watchWorkerMessages } from './signals/worker-messages.ts';

/** What makes a virtual time of our own. */
const ownTime: readonly Patch[] = [patchTimers, patchDates, patchMonotonicClocks];

/** What fake timers leave real, too. */
const gaps: readonly Patch[] = [
  patchTimersPromises,
  patchAbortSignals,
  ...(runtime === 'Node' ? [patchSocketTimeouts, patchHttp2Timeouts, patchUndiciTimer] : []),
];

const signalsOfNode: readonly StartSignal[] = [
  watchEventLoop,
  watchActiveResources,
  watchImmediates,
  watchNativeOperations,
  watchSocketReplies,
  watchChildProcesses,
  watchWorkerMessages,
  watchModuleLoading,
  watchEngineWork,
];

/** Elsewhere hardly any real work is visible: there `sim.hold` has to tell of it. */
const signalsElsewhere: readonly StartSignal[] = [
  watchActiveResources,
  watchImmediates,
  watchWorkerMessages,
  watchEngineWork,
];

export const allSignals = runtime === 'Node' ? signalsOfNode : signalsElsewhere;

interface Installation {
  readonly pump: Pump;
  /** How often code was entered in the time of a simulation. */
  entries: number;
}

const install = (signals: readonly StartSignal[]): Installation & Shared => {
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
  const undo = patch([...gaps, ...starts]);
  const detector = createIdleDetector(started, real, undefined, () => installation.entries);
  const installation = { pump: new Pump(detector, real), entries: 0, undo, users: 0 };
  return installation;
};

const patch = (patches: readonly Patch[]): Undo => {
  const tellNames = watchNames();
  return applyAll([...patches, tellNames]);
};

let installed: (Installation & Shared) | undefined;
let ownTimeInstalled: Shared | undefined;
let mathInstalled: Shared | undefined;
let cryptoInstalled: Shared | undefined;

interface Use {
  readonly pump: Pump;
  readonly noteEntry: () => void;
  readonly release: Undo;
}

/**
 * Watches the process for what time must wait for, and fills the gaps that fake timers leave; the last to release it takes
 * it out again, and with it all that was changed.
 */
export const watchProcess = (signals: readonly StartSignal[] = allSignals): Use => {
  const installation = (installed ??= install(signals));
  const release = use(installation, () => (installed = undefined));
  return { pump: installation.pump, noteEntry: () => void installation.entries++, release };
};

/** The same, and virtual time for the process, which stays real for all code that belongs to no simulation. */
export const useInstallation = (signals: readonly StartSignal[] = allSignals): Use => {
  const { pump, noteEntry, release: releaseWatch } = watchProcess(signals);
  try {
    const ownTimePatches = (ownTimeInstalled ??= { undo: patch(ownTime), users: 0 });
    const releaseTime = use(ownTimePatches, () => (ownTimeInstalled = undefined));
    return { pump, noteEntry, release: () => undoAll([releaseWatch, releaseTime]) };
  } catch (failure) {
    releaseWatch();
    throw failure;
  }
};

/** Draws what the clients of this simulation draw from its seed; what it leaves native is not touched. */
export const useChance = (chance: Chance | undefined): Undo => {
  const releases: Undo[] = [];
  if (chance?.number !== undefined) {
    const shared = (mathInstalled ??= { undo: patch([patchMathRandom]), users: 0 });
    releases.push(use(shared, () => (mathInstalled = undefined)));
  }
  if (chance?.fill !== undefined) {
    const shared = (cryptoInstalled ??= { undo: patch([patchCryptoRandom]), users: 0 });
    releases.push(use(shared, () => (cryptoInstalled = undefined)));
  }
  return () => undoAll(releases);
};
