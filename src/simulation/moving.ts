import { errorText } from '../error-text.ts';
import { show } from '../language/show.ts';
import { isMisuse, refuse } from '../misuse.ts';
import { tell, tellLater } from '../trace/told.ts';
import { type CallSite, callSiteOf } from './call-site.ts';
import { readDuration } from './options.ts';
import type { OutsideRun } from './outside-run.ts';
import { goesOn } from './returns.ts';
import type { Running } from './running.ts';
import type { Simulation } from './simulation.ts';
import { tellOfRun } from './stuck.ts';

/** `run`, `elapse` and `sleep` of a simulation: what time moves for, and how the end of a run is written down. */
export const createMoving = (running: Running, outside: OutsideRun): Pick<Simulation, 'run' | 'elapse' | 'sleep'> => {
  const moving: Pick<Simulation, 'run' | 'elapse' | 'sleep'> = {
    run: (work) => {
      if (typeof work !== 'function') {
        return Promise.reject(
          refuse('sim.run', `${show(work)} is no function`, 'write sim.run(() => client(sim.env))'),
        );
      }
      const site = callSiteOf(moving.run);
      return outside.during(() => runClient(running, work, site));
    },
    elapse: async (duration) => {
      const length = readDuration(duration, 'sim.elapse');
      await outside.during(() => running.timeline.elapse(length));
    },
    sleep: async (duration, signal) => {
      const until = running.timeline.now() + readDuration(duration, 'sim.sleep');
      await running.timeline.sleepUntil(until, signal);
    },
  };
  return moving;
};

const runClient = async <T>(
  { timeline, engine, returns, trace }: Running,
  work: () => T | PromiseLike<T>,
  site: CallSite,
): Promise<T> => {
  const mask = (text: string): string => trace.mask(text);
  try {
    const result = await timeline.run(work);
    if (result === goesOn) return result;
    // A trace that drops what it learned of a secret could not hide it later.
    const told = trace.keepsAll ? tellLater : tell;
    engine.record({ kind: 'ended', outcome: 'fulfilled', ...(returns === 'result' && { told: told(result, mask) }) });
    return result;
  } catch (error) {
    engine.record({ kind: 'ended', outcome: 'rejected', error: errorText(error), told: tell(error, mask) });
    throw isMisuse(error) ? tellOfRun(error, trace.entries, site) : error;
  }
};
