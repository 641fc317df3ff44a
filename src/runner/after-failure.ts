import type { MisuseCode } from '../misuse.ts';
import { fileStyle } from '../print/style.ts';
import { drawTimeline } from '../print/timeline/swimlane.ts';
import type { Simulation } from '../simulation/simulation.ts';

/**
 * What happened in the simulation of a test that failed, to be printed beside its error; undefined where the error shows it
 * already, or nothing happened.
 */
export const describeAfterFailure = ({ trace }: Simulation, messages: readonly string[]): string | undefined => {
  const heading = 'what happened:';
  const isShown = messages.some((message) => message.includes(`\n${heading}\n`));
  const hasBegun = trace.entries.some(({ kind }) => kind !== 'began');
  if (isShown || !hasBegun) return undefined;
  return [heading, ...drawTimeline(trace.entries, { isEnd: true }, fileStyle), ''].join('\n');
};

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
