import { expectedCells, findCells } from './cells.ts';
import type { ClientProfile } from '../client-profile.ts';
import type { Trial } from '../trial/trial.ts';

/** What the runs of a check have to have come across, or the check complains. */
export interface CoverageWish {
  /** The part of all cells that are within the client's reach, 0 to 1. */
  readonly atLeast?: number;
  /** Cells that must be among them, by their names: `CANCELED after revokeConsent`. */
  readonly including?: readonly string[];
}

/** What the runs of a check came across: states, events, refusals, faults, boundaries. */
export interface Coverage {
  /** How many runs came across each cell. */
  readonly cells: Readonly<Record<string, number>>;
  /** Cells within the client's reach that no run came across. */
  readonly gaps: readonly string[];
  /** The part of the cells within reach that was met, 0 to 1. */
  readonly met: number;
}

/** Keeps what trials came across. Without a profile nothing is known to be within reach. */
export const createCoverage = (profile: ClientProfile | undefined) => {
  const expected = profile === undefined ? [] : expectedCells(profile);
  const counts = new Map<string, number>();
  return {
    note: (trial: Trial): void => {
      for (const cell of findCells(trial)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    },
    coverage: (): Coverage => {
      const gaps = expected.filter((cell) => !counts.has(cell));
      const cells = Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
      return { cells, gaps, met: expected.length === 0 ? 1 : 1 - gaps.length / expected.length };
    },
  };
};

/** What a check failed to come across, as a sentence; undefined when it came across all that was wished for. */
export const findMissing = (
  { cells, gaps, met }: Coverage,
  { atLeast, including = [] }: CoverageWish,
): string | undefined => {
  const missing = including.filter((cell) => (cells[cell] ?? 0) === 0);
  if (missing.length > 0) return `your run never saw ${missing.join('; ')}`;
  if (atLeast === undefined || met >= atLeast) return undefined;
  const share = (part: number): string => `${Math.floor(part * 100)} %`;
  const some = gaps.slice(0, mostNamed).join('; ');
  return `your run saw ${share(met)} of what is within reach, and ${share(atLeast)} are wished for: it never saw ${some}${gaps.length > mostNamed ? ` and ${gaps.length - mostNamed} more` : ''}`;
};

const mostNamed = 8;

/** Thrown when the runs of a check did not come across what was wished for. */
export class CoverageMissed extends Error {
  override readonly name = 'CoverageMissed';
  readonly coverage: Coverage;

  constructor(missing: string, coverage: Coverage) {
    super(`${missing}; let it run longer, with "runs" or "time"`);
    this.coverage = coverage;
  }
}
