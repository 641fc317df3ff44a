import process from 'node:process';
import { realTime } from '../clock/real-time.ts';
import { fieldOf, isError, stringOf } from '../error-text.ts';
import type { Finding } from './findings.ts';

/** What every client owes, whatever it is run through. */
const handlesErrors = 'the client handles all its errors';

/** What is watched for, the outermost first: of several the innermost knows best in the midst of what it happened. */
const watches: Finding[][] = [];

/** What is alike is said once: a client may let slip the same error for each of its records. */
const note = (how: string) => (error: unknown) => {
  const found = `${how}: ${stringOf(error)}`;
  const place = originOf(error);
  const said = watches.at(-1);
  if (said?.every((one) => one.found !== found || one.place !== place))
    said.push({ claim: handlesErrors, found, place });
};
const rejected = note('a promise was rejected and nobody heard');
const thrown = note('an error was thrown and nobody caught it');

/**
 * Watches for errors that the client let slip past its own promise. Node would end the process at them, and with it the
 * report on all the other scenarios.
 */
export const watchUnhandled = () => {
  const findings: Finding[] = [];
  if (watches.push(findings) === 1) process.on('unhandledRejection', rejected).on('uncaughtException', thrown);
  return {
    /** Ends the watch, once Node has told of all that there is. */
    stop: async (): Promise<readonly Finding[]> => {
      // Node tells of an unheard rejection only after all that was waiting to run has run.
      await realTime.turn();
      watches.splice(watches.indexOf(findings), 1);
      if (watches.length === 0) process.off('unhandledRejection', rejected).off('uncaughtException', thrown);
      return findings;
    },
  };
};

const originOf = (error: unknown): string => {
  const frames = isError(error) ? stringOf(fieldOf(error, 'stack')).split('\n').slice(1) : [];
  return /\(?((?:file:|\/|[A-Z]:).*:\d+:\d+)\)?$/.exec(frames[0] ?? '')?.[1] ?? 'the client';
};
