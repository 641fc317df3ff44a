/**
 * Looks at the package as it would be published, part by part, and says of each whether it is as it has to be, with the
 * figures. It needs the registry, and a built package. It ends with 1 when anything is missed.
 *
 * npm run release:check [-- --only sizes,licences] [-- --tag v0.1.0] [-- --only api --update]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { installNeeds } from './examples/needs.ts';
import { ownModules } from './own-modules.ts';
import { packPackage } from './packed/pack.ts';
import { parseOptions } from './parse-options.ts';
import { createApi } from './release/api.ts';
import { createChangelog } from './release/changelog.ts';
import { files } from './release/files.ts';
import { type Installed, installPackage } from './release/installed.ts';
import { licences } from './release/licences.ts';
import { onEachNode } from './release/on-nodes.ts';
import type { Finding, Part } from './release/part.ts';
import { sbom } from './release/sbom.ts';
import { sizes } from './release/sizes.ts';
import { workflows } from './release/workflows.ts';
import { openTemporaryFolder } from './temporary-folder.ts';

const { values } = parseOptions({
  options: { only: { type: 'string' }, tag: { type: 'string' }, update: { type: 'boolean', default: false } },
});

const parts: Readonly<Record<string, Part>> = {
  files,
  sizes,
  licences,
  sbom,
  changelog: createChangelog(values.tag),
  api: createApi(values.update),
  workflows,
  installs: onEachNode(
    'installed by npm, pnpm, yarn 1 and yarn 4, which take `engines` seriously',
    'strict-installs.ts',
    () => ownModules(join(import.meta.dirname, 'installers')),
  ),
  readme: onEachNode('what the README says is done, from the tarball', 'first-steps.ts'),
  examples: onEachNode('the projects of examples/, from the tarball', 'examples.ts', installNeeds),
};

const wanted = values.only?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`no part ${unknown.join(', ')}: there are ${Object.keys(parts).join(', ')}\n`);
  process.exit(2);
}

const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
using packed = packPackage();
using home = openTemporaryFolder();
execFileSync('tar', ['-xzf', packed.tarball, '-C', home.path, '--strip-components=1']);
let installed: Installed | undefined;
const release = {
  root,
  version,
  packed,
  folder: home.path,
  installed: () => (installed ??= installPackage(packed.tarball)),
};

const show = ({ what, budget, isMet, lines = [] }: Finding): string => {
  const most = budget === undefined ? '' : ` (budget: ${budget})`;
  return [
    `${isMet ? '✓' : '✗'} ${what}${most}${isMet ? '' : ' MISSED'}`,
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n');
};

/** A part that cannot be looked at is missed, and the others are looked at. */
const look = async (part: Part): Promise<readonly Finding[]> => {
  try {
    return await part.look(release);
  } catch (error) {
    return [{ what: 'it could not be looked at', isMet: false, lines: String(error).split('\n') }];
  }
};

const missed: string[] = [];
for (const name of wanted) {
  const part = parts[name];
  if (part === undefined) continue;
  const began = performance.now();
  process.stdout.write(`\n=== ${name}: ${part.what}\n`);
  for (const finding of await look(part)) {
    process.stdout.write(show(finding));
    if (!finding.isMet) missed.push(`${name}: ${finding.what}`);
  }
  process.stdout.write(`    (${((performance.now() - began) / 1000).toFixed(0)} s)\n`);
}
installed?.[Symbol.dispose]();

process.stdout.write(missed.length === 0 ? '\nAll met.\n' : `\n${missed.length} missed:\n  ${missed.join('\n  ')}\n`);
process.exitCode = missed.length === 0 ? 0 : 1;
