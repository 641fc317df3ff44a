import { build } from 'esbuild';
import { join, resolve } from 'node:path';
import { nameVersion, packagesIn, writeNotice } from '../build/notices.mjs';
import { withoutUnused } from './without-unused.ts';

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
    plugins: [withoutUnused],
    alias: { outvariant: './scripts/vendor/invariant.ts', rettime: './scripts/vendor/emitter.ts' },
    define: { 'Promise.withResolvers': 'withResolvers' },
    inject: ['scripts/vendor/promises.ts'],
  });
  const parts = packagesIn(Object.keys(metafile.inputs).map((path) => join(root, path)));
  const head = `// Made by scripts/vendor.ts from ${parts.map(nameVersion).join(', ')}; their licences: interceptors.LICENSE.\n`;
  return {
    'interceptors.js': head + (outputFiles[0]?.text ?? ''),
    'interceptors.LICENSE': writeNotice(parts),
  };
};
