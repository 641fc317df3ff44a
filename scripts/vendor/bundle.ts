import { build } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** What stands in src/vendor, made anew from what is installed: the text of each file by its name. */
export const bundleVendored = async (): Promise<Readonly<Record<string, string>>> => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: "export { SocketInterceptor } from '@mswjs/interceptors/net';", resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    legalComments: 'none',
    alias: { debug: './scripts/vendor/debug.ts' },
    define: { 'Promise.withResolvers': 'withResolvers' },
    inject: ['scripts/vendor/promises.ts'],
  });
  const packages = Object.keys(metafile.inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const parts = [...new Set(packages)].filter((name) => name !== undefined).toSorted();
  const head = `// Made by scripts/vendor.ts from ${parts.map(nameVersion).join(', ')}; their licences: interceptors.LICENSE.\n`;
  return {
    'interceptors.js': head + (outputFiles[0]?.text ?? ''),
    'interceptors.LICENSE': parts.map((name) => `${nameVersion(name)}\n\n${readLicence(name)}`).join('\n---\n\n'),
  };
};

const nameVersion = (name: string): string => {
  const manifest = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
  return `${name} ${(JSON.parse(manifest) as { version: string }).version}`;
};

const readLicence = (name: string): string => {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence beside it`);
  return `${readFileSync(join(folder, file), 'utf8').trim()}\n`;
};
