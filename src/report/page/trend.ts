import { isFields, tryJson } from '../../language/data.ts';
import type { PageTrend } from '../../page/data.ts';

/** An earlier report as `--reporter json` wrote it, of a run or of a check; undefined for what is none. */
export const readEarlier = (name: string, text: string): PageTrend | undefined => {
  const report = tryJson(text);
  if (!isFields(report)) return undefined;
  const { kind, passed, failed, real, runs, failures } = report;
  if (typeof real !== 'number') return undefined;
  if (kind === 'check' && typeof runs === 'number' && Array.isArray(failures)) {
    return { name, passed: Math.max(0, runs - failures.length), failed: failures.length, real };
  }
  if (typeof passed !== 'number' || typeof failed !== 'number') return undefined;
  return { name, passed, failed, real };
};
