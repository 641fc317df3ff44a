// Builds dist/ twice with plain tsc: ES modules, and CommonJS below dist/cjs. What is vendored goes along in both forms.
import { transformSync } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
const tsc = (project) =>
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], { stdio: 'inherit' });
tsc('tsconfig.build.json');
tsc('tsconfig.cjs.json');
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');

const vendored = readFileSync('src/vendor/interceptors.js', 'utf8');
const { code } = transformSync(vendored, { format: 'cjs', platform: 'node', target: 'node20.19' });
for (const [folder, text] of Object.entries({ 'dist/vendor': vendored, 'dist/cjs/vendor': code })) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/interceptors.js`, text);
  copyFileSync('src/vendor/interceptors.LICENSE', `${folder}/interceptors.LICENSE`);
}
