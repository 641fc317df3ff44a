import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that is not installed beside ours, but built into it. */
export interface BuiltIn {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
}

/** What the first line of a licence means as a name that machines know. */
const identifiers: Readonly<Record<string, string>> = {
  'MIT License': 'MIT',
  'The MIT License (MIT)': 'MIT',
  'ISC License': 'ISC',
  'BSD 3-Clause License': 'BSD-3-Clause',
};

/** What the build has put into anything stands in a notice beside it, with its licence. (scripts/build/notices.mjs) */
export const readBuiltIn = (folder: string, files: readonly string[]): readonly BuiltIn[] => {
  const notices = files.filter((file) => /^dist\/.*\bLICENSE$/.test(file));
  const all = notices.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n---\n\n').map(readPart));
  return [...new Map(all.map((one) => [`${one.name}@${one.version}`, one])).values()];
};

const readPart = (part: string): BuiltIn => {
  const [, name = '', version = '', title = ''] = /^(\S+) (\S+)\n\n(.*)/.exec(part) ?? [];
  return { name, version, license: identifiers[title.trim()] };
};
