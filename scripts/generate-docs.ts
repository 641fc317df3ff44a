/** Writes the generated pages of docs. `npx tsx scripts/generate-docs.ts`, or only those that are named: `refusals.md scenarios/consent.md`. */
import { writeFileSync } from 'node:fs';
import { libraryPages, pictures, tablePages } from './docs/pages.ts';

const pages = { ...tablePages, ...libraryPages, ...pictures };

const named = process.argv.slice(2);
for (const name of named.length === 0 ? Object.keys(pages) : named) {
  const render = pages[name];
  if (render === undefined) throw new Error(`"${name}" is none of ${Object.keys(pages).join(', ')}`);
  writeFileSync(new URL(`../docs/${name}`, import.meta.url), await render());
}
