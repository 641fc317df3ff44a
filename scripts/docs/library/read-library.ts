import { readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { loadScenarios, type Scenario } from '../../../src/index.ts';
import { namesOf } from '../../../src/spec/names-of.ts';
import { type Section, sections } from '../../../src/spec/sections.ts';
import { isSubject, type Subject, subjects } from './subjects.ts';

/** A file of `scenarios/`, as its page shows it. */
export interface LibraryFile {
  readonly subject: Subject;
  /** The file's name without its ending. */
  readonly name: string;
  /** The section of the interface document that its comment begins with, and why it is kept. */
  readonly section: Section;
  readonly why: string;
  /** What stands below the comment. */
  readonly yaml: string;
  /** One, or one for each row of its table. */
  readonly scenarios: readonly [Scenario, ...Scenario[]];
}

const folder = resolve(import.meta.dirname, '../../../scenarios');

/** All of `scenarios/`, subject by subject. Throws where a file has no subject, or does not say why it is kept. */
export const readLibrary = async (): Promise<readonly LibraryFile[]> => {
  const scenarios = await loadScenarios([folder]);
  const paths = new Set(scenarios.map(({ source }) => source));
  const files = [...paths].map((path) =>
    readLibraryFile(
      path,
      scenarios.filter(({ source }) => source === path),
    ),
  );
  return namesOf(subjects).flatMap((subject) => files.filter((file) => file.subject === subject));
};

const readLibraryFile = (file: string, [first, ...others]: readonly Scenario[]): LibraryFile => {
  const subject = relative(folder, dirname(resolve(file)));
  if (!isSubject(subject) || first === undefined) throw new Error(`${file} belongs in a folder of its subject`);
  const lines = readFileSync(file, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  const comment = lines
    .slice(0, end)
    .map((line) => line.replace(/^# ?/, ''))
    .join(' ');
  const section = sections.find((one) => comment.startsWith(`${one}: `));
  if (section === undefined) throw new Error(`${file} has to begin with "# <section>: <why it is kept>"`);
  const why = comment.slice(section.length + 2);
  return {
    subject,
    name: basename(file, '.yaml'),
    section,
    why: `${why.charAt(0).toUpperCase()}${why.slice(1)}`,
    yaml: lines.slice(end).join('\n').trimEnd(),
    scenarios: [first, ...others],
  };
};

/** `Token dies between pages`. */
export const titleOf = ({ name }: LibraryFile): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
