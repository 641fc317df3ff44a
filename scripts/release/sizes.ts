import { statSync } from 'node:fs';
import { kilobytes, measured, type Part } from './part.ts';

/**
 * What users are to pay at most. What is packed may be what was reached, so that nothing is added unseen; docs/performance.md says
 * what it is to be. File by file, 366 kB are code, which keeps the names of its functions for stacks to tell, 56 the pages of reports and
 * of the live panel, with what stills are drawn with, 45 types with what editors show of them, 35 the maps to the sources, 19 the schemas, and 10 what `explain` quotes.
 */
export const most = { packed: 512_100, installed: 8_000_000, packages: 12 };

export const sizes: Part = {
  what: 'what users download, store and let run when they install it',
  look: ({ packed, installed }) => {
    const { packages } = installed();
    const scripts = packages.filter(({ runsScript }) => runsScript);
    const bytes = packages.reduce((sum, one) => sum + one.bytes, 0);
    const heaviest = packages
      .toSorted((one, other) => other.bytes - one.bytes)
      .map((one) => `${kilobytes(one.bytes).padStart(9)}  ${one.name} ${one.version}`);
    return [
      measured('packed', statSync(packed.tarball).size, most.packed, kilobytes),
      { ...measured('installed', bytes, most.installed, kilobytes), lines: heaviest },
      measured('packages', packages.length, most.packages, String),
      {
        what: `${scripts.length} packages that run a script when they are installed`,
        isMet: scripts.length === 0,
        lines: scripts.map(({ name }) => name),
      },
    ];
  },
};
