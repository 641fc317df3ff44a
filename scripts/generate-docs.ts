/** Writes the generated pages of docs. `npx tsx scripts/generate-docs.ts`, or only those of which the name is given: `refusals.md`, `scenarios/`. */
import { writeFileSync } from 'node:fs';
import { renderAssumptions } from './docs/assumptions-page.ts';
import { renderAccidents } from './docs/accidents-page.ts';
import { renderBoundaries } from './docs/boundaries-page.ts';
import { renderClients } from './docs/clients.ts';
import { writeLibrary } from './docs/library/write-library.ts';
import { renderRefusals } from './docs/refusals-page.ts';
import { renderScenarios } from './docs/scenarios-page.ts';

const write = (name: string, text: string): void => writeFileSync(new URL(`../docs/${name}`, import.meta.url), text);

const pages: Readonly<Record<string, () => void | Promise<void>>> = {
  'accidents.md': () => write('accidents.md', renderAccidents()),
  'assumptions.md': () => write('assumptions.md', renderAssumptions()),
  'boundaries.md': () => write('boundaries.md', renderBoundaries()),
  'clients.md': () => write('clients.md', renderClients()),
  'refusals.md': () => write('refusals.md', renderRefusals()),
  'scenarios.md': () => write('scenarios.md', renderScenarios()),
  'scenarios/': writeLibrary,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in pages));
if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${Object.keys(pages).join(', ')}`);

for (const [name, writePage] of Object.entries(pages)) {
  if (wanted.length === 0 || wanted.includes(name)) await writePage();
}
