/**
 * What everything costs, beside its floor and beside others, in one run of some minutes. `npm run bench`
 *
 * `-- --only <words>` measures the rows whose group or name contains the words; `-- --page` writes docs/performance.md;
 * `-- --check` fails where a ratio that is met on that page is missed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { judgeRow } from './bench/judge-rows.ts';
import { identify, metOn, renderPage, showTable } from './bench/page.ts';
import { rows } from './bench/rows.ts';
import { takeSamples } from './bench/take-samples.ts';
import { parseOptions } from './parse-options.ts';

const page = 'docs/performance.md';

const { values } = parseOptions({
  options: { only: { type: 'string', default: '' }, page: { type: 'boolean' }, check: { type: 'boolean' } },
});
if (values.page === true && values.only !== '') throw new Error('--page is made of all rows: leave out --only');
const chosen = rows.filter(({ group, name }) => identify(group, name).includes(values.only));
const began = Date.now();
const samples = await takeSamples(chosen, (what) => process.stderr.write(`measuring ${what}\n`));
const judged = chosen.map((row) => judgeRow(row, samples));
const met = metOn(readFileSync(page, 'utf8'));
const count = (verdict: string): number => judged.filter((one) => one.verdict === verdict).length;
process.stdout.write(`${showTable(judged, met)}
${count('met')} met, ${count('undecided')} undecided, ${count('missed')} missed, in ${Math.round((Date.now() - began) / 1000)} s
`);

if (values.page === true) {
  const [cpu] = cpus();
  writeFileSync(
    page,
    renderPage(judged, `Node ${process.version}, ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'})`, met),
  );
}
if (values.check === true) {
  const worse = judged.filter(
    ({ row, verdict }) => verdict === 'missed' && row.unit === undefined && met.has(identify(row.group, row.name)),
  );
  for (const { row } of worse) process.stdout.write(`met once, missed now: ${identify(row.group, row.name)}\n`);
  process.exitCode = worse.length > 0 ? 1 : 0;
}
