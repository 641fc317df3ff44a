import type { Evidence, Verdict } from '../rule.ts';

/** What a rule gathers while it goes through a trace. */
export interface Findings {
  /** Here it could have been broken. */
  readonly test: () => void;
  /** Here it was. */
  readonly add: (evidence: Evidence) => void;
  /** `unknown` says why nothing can be told where there was no occasion. */
  readonly decide: (unknown: string) => Verdict;
}

export const gather = (): Findings => {
  const found: Evidence[] = [];
  let wasTested = false;
  return {
    test: () => {
      wasTested = true;
    },
    add: (evidence) => found.push(evidence),
    decide: (why) => {
      const [first, ...rest] = found;
      if (first !== undefined) return { verdict: 'broken', evidence: [first, ...rest] };
      return wasTested ? { verdict: 'held' } : { verdict: 'inconclusive', why };
    },
  };
};

/** Ids are long; eight digits tell them apart in one run. */
export const short = (id: string): string => id.slice(0, 8);
