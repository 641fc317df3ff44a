import { writeFileSync } from 'node:fs';
import { renderAssumptions } from './assumptions-page.ts';

writeFileSync(new URL('../docs/assumptions.md', import.meta.url), renderAssumptions());
