import { readdirSync, realpathSync } from 'node:fs';
import system, { basename, dirname, join, normalize, type PlatformPath } from 'node:path';
import { Misuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { asComposed, compose, type Composed } from './compose.ts';
import { isFields } from './data.ts';
import { joinMisuses } from './problem.ts';
import { findKind, isScenarioFile, readText, withSlashes } from './scenario-file.ts';
import { checkIncludes } from './schema.ts';
import { parseSource } from './yaml-source.ts';

/** More files than this are included by mistake. */
const mostFiles = 50;

interface Opening {
  /** The real path of the folder that nothing included may lie outside of. */
  readonly folder: string;
  readonly note: (file: string) => void;
  files: number;
}

/** A file that is being opened, and those that led to it. */
interface Link {
  readonly file: string;
  readonly real: string;
  readonly from?: Link;
}

/** `note` is told each file that is included, before it is known whether there is one. */
export const openScenario = (file: string, note: (file: string) => void = () => undefined): Composed => {
  const real = realpathSync(file);
  return open({ file, real }, { folder: dirname(real), files: 0, note });
};

const open = (link: Link, opening: Opening): Composed => {
  const number = opening.files;
  opening.files += 1;
  const own = asComposed(parseSource(readText(link.file), link.file), number);
  if (!isFields(own.value) || !('include' in own.value)) return own;
  const { include, ...value } = own.value;
  const refuse = (path: readonly (string | number)[], what: string, hint: string): Misuse => {
    const { place, frame } = own.locate(['include', ...path], false);
    return new Misuse('SCENARIO_INVALID', place, what, hint, frame());
  };
  const checked = checkIncludes(include);
  if (!checked.ok) throw joinMisuses(checked.problems.map(({ path, what, hint }) => refuse(path, what, hint)));
  const included: Composed[] = [];
  for (const [index, path] of checked.value.entries()) {
    const complain = (what: string, hint: string): Misuse => refuse(Array.isArray(include) ? [index] : [], what, hint);
    opening.note(join(dirname(link.file), path));
    if (opening.files >= mostFiles) throw complain(`more than ${mostFiles} files are included`, 'put some together');
    included.push(open(follow(link, path, opening, complain), opening));
  }
  return compose({ ...own, value }, included);
};

type Complain = (what: string, hint: string) => Misuse;

/** The file that is included, which lies in the scenario's folder whatever links lead there, and is not being opened yet. */
const follow = (from: Link, path: string, { folder }: Opening, complain: Complain): Link => {
  const outside = (): Misuse =>
    complain(`"${path}" lies outside of the folder of the scenario`, 'include what lies in it, or in a folder below');
  if (path.includes('\\')) throw complain(`"${path}" is not a path for all systems`, 'write "/" between its parts');
  if (/^(?:\/|~|[A-Za-z]:|[a-z]+:\/\/)/.test(path)) throw outside();
  // Told without a look at the disk, so that nobody learns what lies outside.
  const target = join(dirname(from.real), path);
  if (!isBelow(folder, target)) throw outside();
  const file = withSlashes(normalize(join(dirname(from.file), path)));
  if (!isScenarioFile(path)) throw complain(`"${path}" is not a scenario file`, 'include a .yaml, .yml or .json file');
  const kind = findKind(target);
  if (kind === 'other') throw complain(`"${path}" is no regular file`, 'include a .yaml, .yml or .json file');
  if (kind !== 'file') throw complain(`there is no file "${path}"`, suggestFile(target));
  const real = realpathSync(target);
  if (!isBelow(folder, real)) throw outside();
  const circle = findCircle({ file, real, from });
  if (circle !== undefined) throw complain(`${circle.join(' includes ')}: a circle`, 'remove one of these');
  return { file, real, from };
};

/** From another drive, or a share of another machine, the way to it is its whole path. */
export const isBelow = (folder: string, target: string, paths: PlatformPath = system): boolean => {
  const way = paths.relative(folder, target);
  return way !== '' && way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
};

/** The files from the one that is opened a second time to itself, or undefined where it is the first. */
const findCircle = (link: Link): readonly string[] | undefined => {
  const names = [basename(link.file)];
  for (let before = link.from; before !== undefined; before = before.from) {
    names.unshift(basename(before.file));
    if (before.real === link.real) return names;
  }
  return undefined;
};

const suggestFile = (target: string): string => {
  const folder = dirname(target);
  const there = findKind(folder) === 'folder' ? readdirSync(folder) : [];
  const others = there.filter((name) => isScenarioFile(name) && name !== basename(target));
  return others.length === 0 ? 'there is none in that folder' : suggest(basename(target), others);
};
