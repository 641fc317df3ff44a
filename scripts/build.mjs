// Builds dist/ twice with plain tsc: ES modules, and CommonJS below dist/cjs.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
const tsc = (project) =>
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], { stdio: 'inherit' });
tsc('tsconfig.build.json');
tsc('tsconfig.cjs.json');
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
