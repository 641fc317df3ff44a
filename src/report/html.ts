import type { PageTrend } from '../page/data.ts';
import { toPageRun } from './page/page-run.ts';
import { writePage } from './page/write-page.ts';
import { countKept, type Reporter, stops } from './result.ts';

/** A page for a browser: all scenarios, and each run in a viewer. */
export const createHtmlReporter = (version: string, trend: readonly PageTrend[] = []): Reporter => ({
  begin: () => '',
  result: () => '',
  end: ({ results, planned, stopped, notRun = [] }) => {
    const kept = countKept(results);
    return writePage({
      writtenBy: `stunt-double ${version}`,
      command: 'run',
      title: `${kept} passed, ${results.length - kept} failed`,
      runs: results.map(({ report, real, replay, sentFrom }) =>
        toPageRun({ ...report, real, replay, ...(sentFrom !== undefined && { sentFrom }) }),
      ),
      ...(planned > results.length && { planned }),
      ...(stopped !== undefined && { stopped: stops[stopped] }),
      ...(notRun.length > 0 && { notRun: notRun.map(({ name }) => name) }),
      ...(trend.length > 0 && { trend }),
    });
  },
});
