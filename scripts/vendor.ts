/**
 * Writes src/vendor: the part of @mswjs/interceptors that is used, with what it stands on, in one file that runs on Node 20.
 * To be run after the version in package.json has changed; a test compares.
 *
 * npx tsx scripts/vendor.ts
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleVendored } from './vendor/bundle.ts';

const folder = resolve(import.meta.dirname, '../src/vendor');
for (const [name, text] of Object.entries(await bundleVendored())) writeFileSync(join(folder, name), text);
