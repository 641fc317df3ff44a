import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const project = resolve(import.meta.dirname, '..');

/** The command line as users start it. Throws where the sources have changed since it was built. */
export const builtProgram = (): string => fresh(`${project}/dist/cjs/cli/main.js`);

/** What users import, likewise. */
export const builtModule = (): string => pathToFileURL(fresh(`${project}/dist/index.js`)).href;

/** The same for a compiler, which finds the types beside it. */
export const builtTypes = (): string => fresh(`${project}/dist/index.d.ts`).replace(/\.d\.ts$/, '.js');

const fresh = (program: string): string => {
  const built = statSync(program, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newer = readdirSync(`${project}/src`, { recursive: true, encoding: 'utf8' }).find(
    (name) => name.endsWith('.ts') && statSync(`${project}/src/${name}`).mtimeMs > built,
  );
  if (newer === undefined) return program;
  throw new Error(`src/${newer} is newer than what was built: npm run build`);
};
