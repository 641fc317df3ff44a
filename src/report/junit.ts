import type { Scenario } from '../language/ast.ts';
import { groupBy } from '../rules/history/selectors.ts';
import { embed } from './embed.ts';
import { clientEndOf, describePlainly, failuresOf, warningsOf } from './failures.ts';
import { printable } from '../print/printable.ts';
import { countKept, isKept, realOf, type Reporter, type Result, type Stop, stops } from './result.ts';
import { element, muteXml } from './xml.ts';
import { fileStyle } from '../print/style.ts';
import { drawTimeline } from '../print/timeline/swimlane.ts';
import { marksOf } from '../play/marks.ts';

/** JUnit XML, as Jenkins, GitLab and others read it: a suite for each file, a case for each scenario. Times are real seconds. */
export const createJUnitReporter = (): Reporter => ({
  begin: () => '',
  result: () => '',
  end: ({ results, notRun = [], stopped = 'interrupted' }) => {
    const suites = groupBy(results, ({ report }) => report.scenario.source);
    const missing = groupBy(notRun, ({ source }) => source);
    const { skipped: _, ...totals } = count(results, notRun);
    const body = [...new Set([...suites.keys(), ...missing.keys()])].map((source) =>
      describeSuite(source, suites.get(source) ?? [], (missing.get(source) ?? []).map(describeMissing(stopped))),
    );
    const all = element('testsuites', { name: 'stunt-double', ...totals, time: seconds(realOf(results)) }, body);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${muteXml(all)}\n`;
  },
});

const count = (results: readonly Result[], notRun: readonly unknown[]) => ({
  tests: results.length + notRun.length,
  failures: results.length - countKept(results),
  errors: 0,
  skipped: notRun.length,
});

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const describeSuite = (source: string, results: readonly Result[], missing: readonly string[]): string =>
  element('testsuite', { name: source, ...count(results, missing), time: seconds(realOf(results)) }, [
    ...results.map((result) => describeCase(source, result)),
    ...missing,
  ]);

const describeMissing =
  (stopped: Stop) =>
  ({ name, source }: Pick<Scenario, 'name' | 'source'>): string =>
    element('testcase', { name, classname: source, time: seconds(0) }, [
      element('skipped', { message: `not run: ${stops[stopped]}` }),
    ]);

const describeCase = (source: string, result: Result): string => {
  const { report, real, replay } = result;
  const failures = failuresOf(result);
  const [first] = failures;
  const title = first === undefined ? '' : `${first.kind}: ${first.claim}`;
  const failure = element(
    'failure',
    { message: title, type: first?.kind ?? 'broken' },
    [...failures.map(describePlainly), ...clientEndOf(result), `replay: ${replay}`].join('\n'),
  );
  const warnings = warningsOf(result).map(describePlainly);
  const timeline = isKept(result) ? [] : drawTimeline(report.trace.entries, marksOf(report), fileStyle);
  const told = [...embed(timeline), ...warnings].map(printable).join('\n');
  return element('testcase', { name: report.scenario.name, classname: source, time: seconds(real) }, [
    ...(isKept(result) ? [] : [failure]),
    ...(told === '' ? [] : [element('system-out', {}, told)]),
  ]);
};
