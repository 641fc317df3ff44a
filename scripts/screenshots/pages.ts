import importOrders from '../../scenarios/clients/import-orders.ts';
import { sweepAndTell } from '../../src/check/sweep/sweep-client.ts';
import { createSweepRuns } from '../../src/cli/check/sweep-page.ts';
import type { PageData, PageRun } from '../../src/page/data.ts';
import type { Scenario } from '../../src/language/ast.ts';
import { runScenario } from '../../src/play/run-scenario.ts';
import { toPageRun } from '../../src/report/page/page-run.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { lateScenario, naive } from '../docs/failing-run.ts';

/** Real runs, for pictures of pages: the example client, and one that lists too late. */
export const pagesToShow = async (): Promise<Readonly<Record<'broken' | 'sweep' | 'diff', PageData>>> => {
  const late = await play(lateScenario, naive);
  const kept: PageRun[] = [];
  for (const name of ['collecting/one-scope-waits', 'downloads/links-go-stale', 'consent/hold-is-lifted-in-time'])
    kept.push(await play(`scenarios/${name}.yaml`, importOrders));
  const [one, other] = [kept[0], kept[2]];
  return {
    broken: { ...about, command: 'run', title: 'Import of orders', runs: [late, ...kept] },
    sweep: { ...about, ...(await sweep()) },
    diff: {
      ...about,
      command: 'diff',
      title: 'Two versions of a client',
      runs: one && other ? [one, other] : [],
      compare: { left: 0, right: 1 },
    },
  };
};

const about = { writtenBy: 'stunt-double' };

const play = async (scenario: Scenario | string, client: Client): Promise<PageRun> => {
  const report = await runScenario(scenario, client, { instance: 'picture' });
  const { source } = report.scenario;
  return toPageRun({ ...report, real: 31, replay: `npx stunt-double run ${source} --client import-orders.mjs` });
};

/** What breaks the client that lists too late; that it downloads nothing is not what the picture is about. */
const sweep = async (): Promise<Omit<PageData, 'writtenBy'>> => {
  const rules = { C17: 'off', C27: 'off' } as const;
  const runs = createSweepRuns(rules, (token) => `npx stunt-double run --replay ${token}`, true);
  const options = { transport: 'fetch', rules, onProgress: () => undefined } as const;
  return runs.page(await sweepAndTell(naive, options, runs.note));
};
