import type { PageData, PageRun } from '../page/data.ts';
import { brokenOf } from '../report/page/page-run.ts';
import { isKept, type Verification } from '../report/verification.ts';
import { createMasker } from '../trace/mask.ts';

/** Recordings as a page. They may come from anywhere, so that their secrets are masked here. */
export const verifyPage = (all: readonly Verification[]): Omit<PageData, 'writtenBy'> => {
  const kept = all.filter(isKept).length;
  return {
    command: 'verify',
    title: `${kept} passed, ${all.length - kept} failed`,
    runs: all.map(toRun),
  };
};

const toRun = (one: Verification): PageRun => {
  const masker = createMasker();
  const entries = masker.mask(one.entries);
  const began = entries.find((entry) => entry.kind === 'began');
  return {
    name: one.name,
    place: one.name,
    verdict: isKept(one) ? 'kept' : 'broken',
    seed: began?.seed ?? 0,
    elapsed: entries.at(-1)?.at ?? 0,
    real: 0,
    client: { ok: true },
    findings: [],
    warnings: [],
    broken: one.judgements.flatMap((judgement) => brokenOf(judgement, masker.hide)),
    replay: '',
    scenario: '',
    assumptions: {},
    entries,
  };
};
