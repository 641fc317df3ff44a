import { describeDropped } from '../clock/dropped-timers.ts';
import { countBypasses } from '../transport/network-errors.ts';
import type { Finding } from './findings.ts';
import { watchUnhandled } from './unhandled.ts';

/** What only the process can tell of a run: it stands beside the trace, and reports take it from nowhere else. (docs/decisions/0040) */
export interface ProcessRecord {
  /** Errors that the client let slip past its promise; those of a client in another process are not seen. */
  readonly unheard: readonly Finding[];
  /** How often somebody was kept from going around the transport. */
  readonly bypasses: number;
  /** Of a client that waits without end: a timer that an earlier simulation took with it, and that it may wait for. */
  readonly droppedTimer: string | undefined;
}

export const recordProcess = (isClientHere: boolean) => {
  const before = countBypasses();
  const unhandled = isClientHere ? watchUnhandled() : undefined;
  let droppedTimer: string | undefined;
  return {
    /** The client waits without end, nobody knows for what; the simulation is not over yet, and its own timers are still there. */
    noteWaiting: (): void => void (droppedTimer = describeDropped()),
    end: async (): Promise<ProcessRecord> => {
      const unheard = (await unhandled?.stop()) ?? [];
      return { unheard, bypasses: countBypasses() - before, droppedTimer };
    },
  };
};
