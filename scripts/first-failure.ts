/** Writes docs/first-failure.md, from the package as it is built: `npm run build && npx tsx scripts/first-failure.ts`. */
import { writeFileSync } from 'node:fs';
import { renderFirstFailures } from './first-failure/render.ts';

writeFileSync(new URL('../docs/first-failure.md', import.meta.url), await renderFirstFailures());
