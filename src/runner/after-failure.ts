import type { MisuseCode } from '../misuse.ts';
import { momentsOfMusts } from '../play/marks.ts';
import { foldTimeline } from '../print/timeline/swimlane.ts';
import { showsWhatHappened, whatHappened } from '../print/timeline/what-happened.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { findCause } from '../simulation/stuck.ts';
import { showDuration } from '../spec/time.ts';
import { describeKeptState } from '../trace/kept-state.ts';

/**
 * What happened in the simulation of a test that failed, to be printed beside its error, with marks where rules were broken, and
 * what the client brought along from another simulation, or waits for without end; undefined where the error shows it already, or
 * nothing happened.
 */
export const describeAfterFailure = (sim: Simulation, messages: readonly string[]): string | undefined => {
  const { entries } = sim.trace;
  const hasBegun = entries.some(({ kind }) => kind !== 'began');
  const kept = describeKeptState(entries);
  const told = kept === undefined ? [] : [kept, ''];
  if (messages.some((message) => timedOut.test(message))) {
    const cause = findCause(entries);
    const why = cause === undefined ? '' : `; the likely cause: ${cause}`;
    told.push(`${showDuration(sim.elapsed)} of virtual time have passed, and the test did not end${why}`, '');
  }
  if (hasBegun && !messages.some(showsWhatHappened)) {
    const marks = { isEnd: true, moments: momentsOfMusts(sim.judge()) };
    told.push(...whatHappened(foldTimeline(entries, marks)), '');
  }
  return told.length === 0 ? undefined : told.join('\n');
};

/** As vitest says it: of its time, which is real. */
const timedOut = /^Test timed out/;

/**
 * Stops the simulation of a test that failed. That a step never came to pass follows from the failure; anything else that
 * goes wrong at the end may be its cause, and is returned.
 */
export const stopAfterFailure = async (sim: Simulation): Promise<unknown> => {
  try {
    await sim.stop();
    return undefined;
  } catch (error) {
    return codeOf(error) === unfired ? undefined : error;
  }
};

const unfired: MisuseCode = 'STEP_NEVER_FIRED';

/** Read off, for in Jest the error comes from another realm. */
const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
