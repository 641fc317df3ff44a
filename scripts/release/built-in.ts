import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/** Chunks say by a comment what is built into them, and in which file beside them its licences are. */
export const readBuiltIn = (folder: string, files: readonly string[]): readonly BuiltIn[] =>
  files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return [...text.matchAll(/^\/\/ Made by .* from (.*); their licences: (.*)\.$/gm)].flatMap(
        ([, names = '', place = '']) =>
          names.split(', ').map((name) => named(name, join(folder, dirname(file), place))),
      );
    });

const named = (nameAndVersion: string, place: string): BuiltIn => {
  const at = nameAndVersion.lastIndexOf(' ');
  const [, text = ''] = existsSync(place) ? readFileSync(place, 'utf8').split(`${nameAndVersion}\n\n`) : [];
  const [title = ''] = text.split('\n');
  return {
    name: nameAndVersion.slice(0, at),
    version: nameAndVersion.slice(at + 1),
    license: identifiers[title.trim()],
  };
};
