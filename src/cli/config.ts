import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { errorText } from '../error-text.ts';
import { isMisuse, refuse } from '../misuse.ts';
import { joinMisuses } from '../language/problem.ts';
import { type FileKind, parseSource } from '../language/yaml-source.ts';
import { isFile, isModule, loadDefault } from './load-module.ts';
import { explainReporter, parseReporter } from './outlets.ts';
import { showPath } from '../print/show-path.ts';
import { type FailOn, type RuleChoice, ruleLevels, wordsOfRules } from '../rules/rule-choice.ts';
import { levels } from '../rules/rule.ts';
import { ruleIds } from '../rules/catalogue.ts';
import { profile, assumptions } from '../language/schema/world.ts';
import * as v from '../language/shapes.ts';
import { type ClientReturns, clientReturns } from '../simulation/returns.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { ProfileName } from '../spec/profiles.ts';

/** What a project says once for all its runs. The command line stands above it, and so does what a scenario says itself. */
export interface Config {
  /** Files, folders and patterns, relative to the file that says so. */
  readonly scenarios?: readonly string[];
  readonly client?: string;
  /** As behind `--reporter`. */
  readonly reporters?: readonly string[];
  readonly seed?: number;
  readonly assumptions?: Partial<Assumptions>;
  readonly profile?: ProfileName;
  /** Whether the client's promise says what it brought in. */
  readonly returns?: ClientReturns;
  readonly rules?: RuleChoice;
  /** The level from which on a broken rule fails. */
  readonly failOn?: FailOn;
  /** The folder in which `check` keeps counterexamples. */
  readonly regressions?: string;
}

const severalOf = (one: v.Schema<string>): v.Schema<readonly string[]> =>
  v.lazy(
    (written): v.Schema<readonly string[]> =>
      Array.isArray(written)
        ? v.list(one, `a list of such`, 1)
        : v.pipe(
            one,
            v.transform((only) => [only]),
          ),
  );

const rules: v.Schema<RuleChoice> = v.lazy(
  (written): v.Schema<RuleChoice> =>
    v.isFields(written)
      ? v.record(v.word('a rule', ruleIds), v.word('a level', ruleLevels))
      : v.word('a choice of rules', wordsOfRules),
);

const checkConfig = v.checkWith<Config>(
  v.strict('the configuration', {
    scenarios: v.exactOptional(severalOf(v.lineOf('the path of scenarios'))),
    client: v.exactOptional(v.lineOf('the path of a module')),
    reporters: v.exactOptional(severalOf(v.spelled(parseReporter, explainReporter, {}))),
    seed: v.exactOptional(v.whole('a seed', 0, Number.MAX_SAFE_INTEGER)),
    assumptions: v.exactOptional(assumptions),
    profile: v.exactOptional(profile),
    returns: v.exactOptional(v.word('what a client returns', clientReturns)),
    rules: v.exactOptional(rules),
    failOn: v.exactOptional(v.word('a level', levels)),
    regressions: v.exactOptional(v.lineOf('the path of a folder')),
  }),
);

/** A configuration with where it was written. */
export interface FoundConfig extends Config {
  readonly file: string;
}

const endings = ['ts', 'mts', 'js', 'mjs', 'cjs', 'yaml', 'yml', 'json'];

/** The file that `--config` names, or the one in the current folder, if there is one. Throws Misuse BAD_OPTION. */
export const loadConfig = async (named: string | undefined): Promise<FoundConfig | undefined> => {
  const file = named === undefined ? findConfig() : resolve(named);
  if (file === undefined) return undefined;
  const found = isFile(file);
  if (found !== true) {
    const what = found === undefined ? `there is no file ${showPath(file)}` : `${showPath(file)} is no regular file`;
    throw refuse('--config', what, 'write --config path/to/stunt-double.config.yaml');
  }
  const { scenarios, client, regressions, ...rest } = isModule(file) ? await readModule(file) : readText(file);
  const from = (path: string): string => showPath(resolve(dirname(file), path));
  return {
    ...rest,
    file,
    ...(scenarios !== undefined && { scenarios: scenarios.map(from) }),
    ...(client !== undefined && { client: resolve(dirname(file), client) }),
    ...(regressions !== undefined && { regressions: from(regressions) }),
  };
};

const findConfig = (): string | undefined => {
  const found: string[] = [];
  for (const ending of endings) {
    const file = resolve(`stunt-double.config.${ending}`);
    if (isFile(file) === true) found.push(file);
  }
  const [file, second] = found;
  if (file === undefined || second === undefined) return file;
  throw refuse(
    basename(second),
    `${basename(file)} is a configuration, too`,
    'keep one of them, or name it with --config',
  );
};

const readModule = async (file: string): Promise<Config> => {
  const exported = await loadDefault(file, { what: 'a configuration', code: 'BAD_OPTION' });
  const checked = checkConfig(exported);
  if (checked.ok) return checked.value;
  throw joinMisuses(
    checked.problems.map(({ path, what, hint }) => refuse([showPath(file), ...path].join(': '), what, hint)),
  );
};

const ofConfig: FileKind = { noun: 'configuration', remedy: 'write settings such as "client: ./client.ts"' };

const readText = (file: string): Config => {
  const shown = showPath(file);
  const text = readWhole(file, shown);
  // Nothing but remarks is a configuration that says nothing.
  if (text.split(/\r?\n/).every((line) => /^\s*(?:#.*)?$/.test(line))) return {};
  const { value, placeOf, findOffset } = parseText(text, shown, ofConfig);
  const checked = checkConfig(value);
  if (checked.ok) return checked.value;
  const placed = checked.problems.map(({ path, onKey, what, hint }) => ({
    offset: findOffset(path, onKey),
    what,
    hint,
  }));
  throw joinMisuses(
    placed
      .sort((one, other) => one.offset - other.offset)
      .map(({ offset, what, hint }) => refuse(placeOf(offset), what, hint)),
  );
};

const readWhole = (file: string, shown: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw refuse(shown, 'this cannot be read', errorText(error));
  }
};

/** The same as a misuse of an option. */
export const parseText = (text: string, shown: string, kind: FileKind): ReturnType<typeof parseSource> => {
  try {
    return parseSource(text, shown, kind);
  } catch (error) {
    if (!isMisuse(error)) throw error;
    throw refuse(error.place, error.what, error.hint);
  }
};
