import type { PageData, PageRun } from '../page/data.ts';
import { recordedRun } from '../report/page/recorded-run.ts';
import { isKept, type Verification } from '../report/verification.ts';
import { createMasker } from '../trace/mask.ts';
import type { Judged } from './judge-recordings.ts';

/** Recordings as a page. They may come from anywhere, so that their secrets are masked here. */
export const verifyPage = ({ all, notJudged, stopped }: Judged): Omit<PageData, 'writtenBy'> => {
  const kept = all.filter(isKept).length;
  return {
    command: 'verify',
    title: `${kept} passed, ${all.length - kept} failed`,
    runs: all.map(toRun),
    ...(stopped !== undefined && { stopped, notRun: notJudged }),
  };
};

const toRun = (one: Verification): PageRun => {
  const { name, judgements } = one;
  const masker = createMasker();
  const entries = masker.mask(one.entries);
  const verdict = isKept(one) ? 'kept' : 'broken';
  const told = { name, place: name, verdict, client: { ok: true }, findings: [] } as const;
  return recordedRun({ ...told, judgements, entries, hide: masker.hide });
};
