import process from 'node:process';
import { startStopwatch } from '../play/stopwatch.ts';

/** From when on a check says that it may run out of the time of its test: runners give a test five seconds by themselves. */
const patience = 4_000;
const usualTimeOut = 5_000;

/** How a test is given more, by the variable that its runner sets in each process. */
const remedies: Readonly<Record<string, string>> = {
  VITEST: "test('…', body, 60_000), or testTimeout in the configuration of vitest",
  JEST_WORKER_ID: "test('…', body, 60_000), or testTimeout in the configuration of Jest",
};

let isSaid = false;

/**
 * Says once in a process, of a call that is about to run out of the time that a test runner gives it, which option gives it
 * more: the runner itself says only that the test took too long. To be called as the work gets on. Where the test is known to
 * have more time already, and outside of tests, nothing is said.
 */
export const hintAtTimeOut = (call: string): (() => void) => {
  const elapsed = startStopwatch();
  return () => {
    if (isSaid || elapsed() < patience) return;
    const remedy = Object.entries(remedies).find(([variable]) => process.env[variable] !== undefined)?.[1];
    if (remedy === undefined || timeOutOfTest() > usualTimeOut) return;
    isSaid = true;
    process.stderr.write(`${call} takes long: if its test times out, give it more time: ${remedy}\n`);
  };
};

/** What vitest gives the test that is running; Jest tells nobody. */
const timeOutOfTest = (): number => {
  const worker = Reflect.get(globalThis, '__vitest_worker__') as
    | { readonly current?: { timeout?: number } }
    | undefined;
  return worker?.current?.timeout ?? usualTimeOut;
};
