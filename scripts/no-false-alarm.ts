/**
 * Runs correct clients of different build through many scenarios, and every rule is judged: none may break.
 * `npx tsx scripts/no-false-alarm.ts [runs] [seed] [client]`: 100,000 runs, of which each client gets its part.
 */
import { checkClient } from '../src/check/check-client.ts';
import type { CheckProgress } from '../src/check/options.ts';
import { correctClients } from '../test/rules/clients/correct-clients.ts';
import { importWith } from '../test/rules/clients/reference-client.ts';

const [, , runs = '100000', seed = '1', wanted] = process.argv;

/** The one that only needs `fetch` is run most: its runs cost a tenth of the others'. */
const clients = [
  { name: 'sound', client: importWith(), transport: 'fetch', part: 0.9 } as const,
  ...Object.entries(correctClients).map(
    ([name, client]) => ({ name, client, transport: 'sockets', part: 0.02 }) as const,
  ),
].filter(({ name }) => wanted === undefined || name === wanted);
const parts = clients.reduce((sum, { part }) => sum + part, 0);

let alarms = 0;
for (const { name, client, transport, part } of clients) {
  const began = performance.now();
  const own = Math.max(1, Math.round((Number(runs) * part) / parts));
  try {
    const onProgress = ({ phase, runs: over }: CheckProgress): void => {
      if (phase === 'search' && over % 5000 === 0) process.stdout.write(`${name}: ${over} of ${own}\n`);
    };
    const report = await checkClient(client, { transport, seed: Number(seed), runs: own, rules: 'all', onProgress });
    const each = (performance.now() - began) / report.runs;
    process.stdout.write(`${name}: ${report.runs} runs, no alarm, ${each.toFixed(1)} ms each\n`);
  } catch (error) {
    alarms += 1;
    process.stdout.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
process.exit(alarms === 0 ? 0 : 1);
