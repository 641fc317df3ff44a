import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderPages } from './topics/render-pages.ts';

/** The pages that `explain` quotes: src/cli/topics/quoted-pages.ts, from docs. */
const target = fileURLToPath(new URL('../src/cli/topics/quoted-pages.ts', import.meta.url));

writeFileSync(target, renderPages());
execFileSync('npx', ['biome', 'format', '--write', target], { stdio: 'inherit' });
