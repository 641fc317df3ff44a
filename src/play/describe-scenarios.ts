import type { Scenario } from '../language/ast.ts';
import { requireFunction, requireOptions } from '../language/problem.ts';
import { readScenarioFiles } from '../language/load-scenarios.ts';
import { writeToken } from '../language/replay-token.ts';
import { foldTimeline } from '../print/timeline/swimlane.ts';
import { whatHappened } from '../print/timeline/what-happened.ts';
import type { Client } from '../simulation/client-env.ts';
import { marksOf } from './marks.ts';
import { runScenario, type RunScenarioOptions, type ScenarioReport } from './run-scenario.ts';

export interface DescribeScenariosOptions extends RunScenarioOptions {
  /** `test` of vitest, of Jest, or of `node:test`. */
  readonly test: (name: string, body: () => Promise<void>) => unknown;
}

/**
 * Makes a test of each scenario in files and folders, named as the scenario is. A test fails when its scenario is broken.
 *
 * Throws Misuse `SCENARIO_INVALID` when a file is no scenario, with the problems of all files, `BAD_OPTION` without a `test`.
 *
 * @param paths a file, a folder, or several of these
 * @example
 * import { test } from 'vitest';
 * import { describeScenarios } from 'stunt-double';
 * import { importOrders } from '../src/import-orders.ts';
 *
 * describeScenarios('scenarios', importOrders, { test });
 */
export const describeScenarios = (
  paths: string | readonly string[],
  client: Client,
  options: DescribeScenariosOptions,
): void => {
  requireOptions(options, 'describeScenarios');
  const { test, ...own } = options ?? {};
  requireFunction(test, 'describeScenarios, test', 'give it { test }, of your test runner');
  const scenarios = readScenarioFiles(typeof paths === 'string' ? [paths] : paths);
  for (const [index, scenario] of scenarios.entries()) {
    test(nameTest(scenarios, index), async () => {
      const report = await runScenario(scenario, client, own);
      if (report.verdict === 'broken') throw new Error(describeBroken(report));
    });
  }
};

/** Names of tests have to differ, and names of scenarios need not. */
const nameTest = (scenarios: readonly Scenario[], index: number): string => {
  const { name = '', source = '' } = scenarios[index] ?? {};
  const twins = scenarios.filter((other) => other.name === name);
  if (twins.length === 1) return name;
  const inFile = twins.filter((other) => other.source === source);
  const number =
    inFile.length === 1 ? '' : `, ${scenarios.slice(0, index + 1).filter((one) => inFile.includes(one)).length}`;
  return `${name} (${source}${number})`;
};

const describeBroken = (report: ScenarioReport): string => {
  const { scenario, findings, trace, seed } = report;
  return [
    `${scenario.source}: ${findings.length === 1 ? 'an expectation was' : `${findings.length} expectations were`} not met`,
    ...findings.map(({ claim, found, place }) => `- ${claim}: ${found} (${place})`),
    ...whatHappened(foldTimeline(trace.entries, marksOf(report))),
    `replay: npx stunt-double replay ${writeToken({ scenario, seed })}`,
  ].join('\n');
};
