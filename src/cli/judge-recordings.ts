import { setImmediate as turn } from 'node:timers/promises';
import { isMisuse } from '../misuse.ts';
import type { Terminal } from '../print/terminal.ts';
import type { Judgement } from '../rules/rule.ts';
import type { Recording } from '../recording/read-recording.ts';
import type { Verification } from '../report/verification.ts';
import { sayBug } from '../simulator-bug.ts';
import { interrupted, isInterrupted, orInterrupted } from './interruption.ts';
import { sayPlainly } from './say-plainly.ts';

/** What came of several recordings, in their order. */
export interface Judged {
  readonly all: readonly Verification[];
  /** Those that were not judged, by their names. */
  readonly notJudged: readonly string[];
  /** Why there are such. */
  readonly stopped?: 'interrupted' | 'bug';
}

interface Named {
  readonly name: string;
  readonly recording: Recording;
}

type Judge = (recording: Recording) => readonly Judgement[];

/** Judges one after the other: neither a wish to end, nor a bug of ours in one of them, takes the others' judgements away. */
export const judgeRecordings = async (
  names: readonly string[],
  reading: Promise<readonly Named[]>,
  judge: Judge,
  terminal: Terminal,
): Promise<Judged> => {
  const recordings = await orInterrupted(reading, terminal);
  if (recordings === interrupted) return { all: [], notJudged: names, stopped: 'interrupted' };
  const all: Verification[] = [];
  const failed: string[] = [];
  for (const [index, { name, recording }] of recordings.entries()) {
    // Judging keeps the thread: a signal is heard between two.
    await turn();
    if (isInterrupted(terminal)) return { all, notJudged: [...failed, ...names.slice(index)], stopped: 'interrupted' };
    try {
      all.push({ name, entries: recording.entries, judgements: judge(recording) });
    } catch (error) {
      if (isMisuse(error)) throw error;
      sayPlainly(terminal.stderr, `error: ${name}: ${sayBug(error)}\n`);
      failed.push(name);
    }
  }
  return { all, notJudged: failed, ...(failed.length > 0 && { stopped: 'bug' }) };
};
