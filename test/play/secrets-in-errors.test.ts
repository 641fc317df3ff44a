import { expect, test } from 'vitest';
import { scenario } from '../../src/language/builder.ts';
import { runScenario } from '../../src/play/run-scenario.ts';
import { fileStyle } from '../../src/print/style.ts';
import { reporterNames, reporters } from '../../src/report/reporters.ts';
import type { Result } from '../../src/report/result.ts';

test.each(reporterNames)('%s: a secret that a client puts into its error is told by its name', async (name) => {
  const secrets: string[] = [];
  const report = await runScenario(
    scenario('a secret').expect({ client: 'ends' }).build(),
    async ({ clientSecret, customer }) => {
      secrets.push(clientSecret, customer.accessToken);
      await Promise.resolve();
      throw new Error(`refused: ${customer.accessToken}`, { cause: new Error(`client_secret=${clientSecret}`) });
    },
  );
  const broken: Result = { report: { ...report, verdict: 'broken' }, real: 1, replay: 'npx stunt-double run a.yaml' };
  const reporter = reporters[name].create(fileStyle, '1.2.3');

  const text = `${reporter.result(broken, 0)}${reporter.end({ results: [broken], planned: 1 })}`;

  expect(text).toMatch(/refused: (?:<|&lt;|\\u003c)token \d/);
  for (const secret of secrets) expect(text).not.toContain(secret);
});
