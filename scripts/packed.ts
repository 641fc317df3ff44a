/**
 * Packs the package as it would be published, installs it in empty projects without a network, and runs what its guide
 * begins with: `npx stunt-double init`, `npx stunt-double run`. The package has to be built.
 *
 * npx tsx scripts/packed.ts
 */
import process from 'node:process';
import { kinds, openEmptyProject } from './packed/empty-project.ts';
import { packPackage } from './packed/pack.ts';

using packed = packPackage();
process.stdout.write(`${packed.files.length} files\n`);

let failed = 0;
for (const kind of kinds) {
  using project = openEmptyProject(packed, kind);
  for (const command of ['init', 'run']) {
    const { exit, output } = project.npx('stunt-double', command);
    process.stdout.write(`\n=== ${kind.name}: npx stunt-double ${command}\n${output}`);
    if (exit !== 0) failed += 1;
  }
}

process.stdout.write(failed === 0 ? '\nAll green.\n' : `\n${failed} commands failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
