import { writeFileSync } from 'node:fs';
import { renderAssumptions } from './assumptions-page.ts';
import { renderFaults } from './docs/faults-page.ts';
import { renderBoundaries } from './docs/boundaries-page.ts';
import { renderClients } from './docs/clients.ts';
import { writeLibrary } from './docs/library/write-library.ts';
import { renderRefusals } from './docs/refusals-page.ts';
import { renderScenarios } from './docs/scenarios-page.ts';

const pages = {
  'faults.md': renderFaults,
  'assumptions.md': renderAssumptions,
  'boundaries.md': renderBoundaries,
  'clients.md': renderClients,
  'refusals.md': renderRefusals,
  'scenarios.md': renderScenarios,
} as const;

for (const [name, render] of Object.entries(pages)) {
  writeFileSync(new URL(`../docs/${name}`, import.meta.url), render());
}

await writeLibrary();
