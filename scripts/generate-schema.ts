import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeSchema } from './schema/make-schema.ts';

/** Where editors find it: beside the package's other files. */
const target = fileURLToPath(new URL('../scenario.schema.json', import.meta.url));

writeFileSync(target, `${JSON.stringify(makeSchema())}\n`);
// The formatter puts on a line what fits on one.
execFileSync('npx', ['biome', 'format', '--write', target], { stdio: 'inherit' });
