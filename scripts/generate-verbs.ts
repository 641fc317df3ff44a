import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderVerbs } from './verbs/render-verbs.ts';

/** The methods of a step, as editors show them: src/language/step-verbs.ts, from the table of verbs. */
const target = fileURLToPath(new URL('../src/language/step-verbs.ts', import.meta.url));

writeFileSync(target, renderVerbs());
execFileSync('npx', ['biome', 'format', '--write', target], { stdio: 'inherit' });
