import { writeToken } from '../language/replay-token.ts';
import { thrownIn } from '../play/outcome.ts';
import { writeJson } from '../print/printable.ts';
import { embed } from './embed.ts';
import { failuresOf, warningsOf } from './failures.ts';
import { assumedIn, countKept, isKept, realOf, type Reporter, type Result, virtualOf } from './result.ts';

/** Everything for other programs: an object that `report.schema.json` describes. */
export const createJsonReporter = (version: string): Reporter => ({
  begin: () => '',
  result: () => '',
  end: ({ results, planned, stopped, notRun = [] }) => {
    const passed = countKept(results);
    const report = {
      version: 1,
      writtenBy: `stunt-double ${version}`,
      planned,
      passed,
      failed: results.length - passed,
      ...(stopped !== undefined && { stopped, notRun: notRun.map(({ name, source }) => ({ name, source })) }),
      virtual: virtualOf(results),
      real: Math.round(realOf(results)),
      assumed: assumedIn(results),
      scenarios: results.map(describeScenario),
    };
    return writeJson(report);
  },
});

const describeScenario = (result: Result): object => {
  const { report, real, replay } = result;
  const { scenario, verdict, outcome, elapsed, seed, assumed } = report;
  const thrown = thrownIn(report);
  return {
    name: scenario.name,
    source: scenario.source,
    verdict,
    client: outcome.ok
      ? { outcome: 'succeeded' }
      : { outcome: 'failed', error: outcome.error, ...(thrown !== undefined && { thrown }) },
    seed,
    virtual: elapsed,
    real: Math.round(real),
    failures: failuresOf(result),
    warnings: warningsOf(result),
    assumed,
    replay,
    ...(!isKept(result) && { token: writeToken({ scenario, seed }), trace: embed(report.trace.lines()) }),
  };
};
