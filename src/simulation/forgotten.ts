import process from 'node:process';
import { Misuse } from '../misuse.ts';
import type { Judgement } from '../rules/rule.ts';
import { describeEvidence } from '../rules/verdicts.ts';
import { type CallSite, pointTo } from './call-site.ts';

/** A simulation that is there, as far as one has to know it at the end of the process. */
export interface Alive {
  /** Where it was begun. */
  readonly site: CallSite;
  /** What `stop` would throw. */
  readonly complaint: () => unknown;
  /** What else is to be said of it: nobody will ask any more. */
  readonly remarks: () => readonly string[];
}

const alive = new Set<Alive>();

/** Keeps in mind that a simulation has to be stopped, until the returned function is called. */
export const rememberToStop = (one: Alive): (() => void) => {
  if (alive.size === 0) process.on('exit', sayForgotten);
  alive.add(one);
  return () => {
    alive.delete(one);
    if (alive.size === 0) process.off('exit', sayForgotten);
  };
};

/** The code of a process in which a module waits at its top for what never comes; up to Node 20 it is told of as 0. */
const waitedInVain = 13;

/** What nobody stopped loses nothing of what it found: it is said at the end of the process, and what would have thrown fails it. */
const sayForgotten = (code: number): void => {
  // An error that ended the process, or tests that failed, come first: that nobody stopped the simulation follows from it.
  if (code !== 0 && code !== waitedInVain) return;
  for (const one of alive) {
    const complaint = one.complaint();
    const lines = [
      stackOf(neverStopped(one)),
      ...(complaint === undefined ? [] : [stackOf(complaint)]),
      ...one.remarks(),
    ];
    process.stderr.write(`${lines.join('\n')}\n`);
    if (complaint !== undefined) process.exitCode = Number(process.exitCode ?? 0) || 1;
  }
  alive.clear();
};

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const neverStopped = ({ site }: Alive): Misuse => {
  const hint = 'write "await using sim = await simulate()", or "await sim.stop()" at the end';
  return pointTo(
    new Misuse('NEVER_STOPPED', 'simulate', 'the process ends, and the simulation was never stopped', hint),
    site,
  );
};

/** The rules that were broken, a line each. */
export const listBroken = (judgements: readonly Judgement[]): readonly string[] =>
  judgements.flatMap((one) =>
    one.level === 'must' && one.verdict === 'broken'
      ? [`broken, and nobody asked: ${one.rule.id} ${one.rule.name}: ${describeEvidence(one.evidence[0])}`]
      : [],
  );
