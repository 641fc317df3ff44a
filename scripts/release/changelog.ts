import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Part } from './part.ts';

/** The entry of a version: its heading, and how much it tells. */
export const readEntry = (changelog: string, version: string) => {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((one) => one.split(/[\s\n]/, 1)[0] === version);
  if (section === undefined) return undefined;
  const [heading = '', ...lines] = section.split('\n');
  return {
    heading,
    isDated: /\d{4}-\d\d-\d\d/.test(heading),
    told: lines.filter((one) => one.startsWith('- ')).length,
  };
};

/** With the tag that is to be released, the entry has its date, and the tag is the version's. */
export const createChangelog = (tag: string | undefined): Part => ({
  what: 'the changelog has an entry for the version',
  look: ({ root, version }) => {
    const entry = readEntry(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
    const findings: Finding[] = [
      {
        what: entry ? `“${entry.heading}” tells of ${entry.told} things` : `no “## ${version}” in CHANGELOG.md`,
        isMet: entry !== undefined && entry.told > 0,
      },
    ];
    if (tag === undefined) return findings;
    return [
      ...findings,
      { what: `the tag ${tag} is the one of version ${version}`, isMet: tag === `v${version}` },
      { what: `the entry says when it is released`, isMet: entry?.isDated === true },
    ];
  },
});
