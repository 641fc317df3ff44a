import type { PageFinding, PageRun } from '../../page/data.ts';
import type { Judgement } from '../../rules/rule.ts';
import type { Entry } from '../../trace/entry.ts';
import { assumptionsOf, brokenOf } from './page-run.ts';

/** A run of which there is a trace, and no scenario. Its secrets are masked already, but for what was said of it. */
export interface Recorded {
  readonly name: string;
  readonly place: string;
  readonly verdict: PageRun['verdict'];
  readonly client: PageRun['client'];
  readonly findings: readonly PageFinding[];
  readonly judgements: readonly Judgement[];
  readonly entries: readonly Entry[];
  readonly hide: (text: string) => string;
}

export const recordedRun = ({ judgements, entries, hide, ...told }: Recorded): PageRun => {
  const began = entries.find((entry) => entry.kind === 'began');
  return {
    ...told,
    seed: began?.seed ?? 0,
    elapsed: entries.at(-1)?.at ?? 0,
    real: 0,
    warnings: [],
    broken: judgements.flatMap((judgement) => brokenOf(judgement, hide)),
    replay: '',
    scenario: '',
    assumptions: assumptionsOf(entries),
    entries,
  };
};
