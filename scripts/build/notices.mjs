import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the modules that a bundler has put into what it made: the packages that they are of, by their folders. */
export const packagesIn = (modules) =>
  [
    ...new Set(
      modules.flatMap((path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replaceAll('\\', '/')) ?? []),
    ),
  ].sort((one, other) => (one < other ? -1 : 1));

/** Each with its version and its licence. This is where the bill of materials has it from. (scripts/release/built-in.ts) */
export const writeNotice = (packages) =>
  packages.map((folder) => `${nameVersion(folder)}\n\n${readLicence(folder)}`).join('\n---\n\n');

export const nameVersion = (folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version}`;
};

const readLicence = (folder) => {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${folder} has no licence beside it, and is not to be built in`);
  return `${readFileSync(join(folder, file), 'utf8').trim()}\n`;
};
