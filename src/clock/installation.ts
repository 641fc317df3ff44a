import type { RandomSource } from './random.ts';
import { IdleDetector } from './idle-detector.ts';
import { patchCalendars } from './patches/calendars.ts';
import { patchClocks } from './patches/clocks.ts';
import { patchHttp2Timeouts } from './patches/http2-timeouts.ts';
import { tellingOnce, watchNames } from './patches/exported-names.ts';
import { applyAll, type Patch, shareable, type Undo, undoAll } from './patches/patch.ts';
import { patchCryptoRandom, patchMathRandom } from './patches/random.ts';
import { patchSocketTimeouts } from './patches/socket-timeouts.ts';
import { patchAbortSignals, patchTimers } from './patches/timers.ts';
import { patchTimersPromises } from './patches/timers-promises.ts';
import { patchUndiciTimer } from './patches/undici-timer.ts';
import { IdleLoop } from './idle-loop.ts';
import { realTime } from './real-time.ts';
import { runtime } from '../runtime.ts';
import { beginnings } from './signals/beginnings.ts';
import { watchActiveResources, watchChildProcesses, watchEventLoop, watchImmediates } from './signals/process.ts';
import { watchDatagrams } from './signals/datagrams.ts';
import { watchModuleLoading } from './signals/module-loading.ts';
import { watchNativeOperations } from './signals/native-operations.ts';
import type { Signal, StartSignal } from './signals/signal.ts';
import { watchSocketReplies } from './signals/socket-replies.ts';
import { watchEngineWork } from './signals/engine-work.ts';
import { watchWorkerMessages } from './signals/worker-messages.ts';

/** What makes a virtual time of our own. */
const ownTime: readonly Patch[] = [patchTimers, patchClocks, patchCalendars];

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
  watchDatagrams,
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

interface Watch {
  readonly loop: IdleLoop;
  /** Code has been entered in the time of a simulation. */
  readonly noteEntry: () => void;
  readonly undo: Undo;
}

const watch = (signals: readonly StartSignal[]): Watch => {
  const started: Signal[] = [];
  const starts = signals.map(
    (start): Patch =>
      () => {
        const signal = start(realTime);
        started.push(signal);
        return () => signal.stop?.();
      },
  );
  const undo = patch([...gaps, ...starts]);
  let entries = 0;
  const begun = signals.includes(watchNativeOperations) ? beginnings : undefined;
  const detector = new IdleDetector(started, realTime, undefined, () => entries, begun);
  return { loop: new IdleLoop(detector, realTime), noteEntry: () => void entries++, undo };
};

const patch = (patches: readonly Patch[]): Undo => {
  const tellNames = watchNames();
  return applyAll([...patches, tellNames]);
};

const useWatch = shareable(watch);
const useOwnTime = shareable(() => ({ undo: patch(ownTime) }));
const useMathRandom = shareable(() => ({ undo: patchMathRandom() }));
const useCryptoRandom = shareable(() => ({ undo: patch([patchCryptoRandom]) }));

interface Use extends Omit<Watch, 'undo'> {
  readonly release: Undo;
}

/**
 * Watches the process for what time must wait for, and fills the gaps that fake timers leave; the last to release it takes
 * it out again, and with it all that was changed.
 */
export const watchProcess = (signals: readonly StartSignal[] = allSignals): Use => {
  const { installed, release } = useWatch(signals);
  return { loop: installed.loop, noteEntry: installed.noteEntry, release };
};

/** The same, and virtual time for the process, which stays real for all code that belongs to no simulation. */
export const useInstallation = (signals: readonly StartSignal[] = allSignals): Use =>
  tellingOnce(() => {
    const use = watchProcess(signals);
    try {
      const { release } = useOwnTime();
      return { ...use, release: () => tellingOnce(() => undoAll([use.release, release])) };
    } catch (failure) {
      use.release();
      throw failure;
    }
  });

/** Draws what the clients of this simulation draw from its seed; what it leaves native is not touched. */
export const useRandomSource = (random: RandomSource | undefined): Undo => {
  const releases: Undo[] = [];
  if (random?.number !== undefined) releases.push(useMathRandom().release);
  if (random?.fill !== undefined) releases.push(useCryptoRandom().release);
  return () => undoAll(releases);
};
