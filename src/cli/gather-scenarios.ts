import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isMisuse, type Misuse, refuse } from '../misuse.ts';
import type { Scenario } from '../language/ast.ts';
import { joinFrames, loadScenarios } from '../language/load-scenarios.ts';
import { joinMisuses } from '../language/problem.ts';
import { isScenario } from '../play/require-given.ts';
import { isScenarioFile, refuseFile, withSlashes } from '../language/scenario-file.ts';
import { expandGlob, isGlob, walk } from './glob.ts';
import { isFile, isModule, loadDefault } from './load-module.ts';
import type { FoundConfig } from './config.ts';

/** What is there to be included, and no scenario of its own. */
const isPart = (name: string): boolean => name.startsWith('_');

/** In a folder, modules may be anything; those that are scenarios say so. */
const isScenarioModule = (path: string): boolean => /\.scenario\.[cm]?[jt]s$/i.test(path);

/**
 * The scenarios of files, folders and patterns, in the order of the paths, each file once.
 *
 * Throws Misuse SCENARIO_INVALID with the problems of all files, a line each.
 */
export const gatherScenarios = async (paths: readonly string[]): Promise<readonly Scenario[]> => {
  const scenarios: Scenario[] = [];
  const refusals: Misuse[] = [];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const part of await expand(path)) {
      if (seen.has(resolve(part))) continue;
      try {
        const fresh = (await load(part)).filter(({ source }) => !seen.has(resolve(source)));
        scenarios.push(...fresh);
        for (const { source } of fresh) seen.add(resolve(source));
      } catch (error) {
        if (!isMisuse(error)) throw error;
        refusals.push(error);
      }
      seen.add(resolve(part));
    }
  }
  if (refusals.length > 0) throw joinMisuses(refusals, joinFrames(refusals));
  return scenarios;
};

/** A path as the files, and folders of text files, that it stands for. */
const expand = async (written: string): Promise<readonly string[]> => {
  const path = withSlashes(written);
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isDirectory() === true) {
    const folder = path.replace(/(?<=.)\/+$/, '');
    const files = await walk(folder, isPart);
    const scenarioModules = files.filter(isScenarioModule);
    // The folder itself is left to the loader of text files, which knows which of them are scenarios.
    return files.some(isScenarioFile) || scenarioModules.length === 0 ? [folder, ...scenarioModules] : scenarioModules;
  }
  if (kind !== undefined || !isGlob(path)) return [path];
  const wanted = isModule(path) ? isModule : (file: string): boolean => isScenarioFile(file) || isScenarioModule(file);
  const files = (await expandGlob(path, isPart)).filter(wanted);
  if (files.length > 0) return files;
  throw refuseFile(path, 'no scenario matches this pattern', 'scenarios are .yaml, .yml, .json and .scenario.ts files');
};

const load = async (path: string): Promise<readonly Scenario[]> => {
  // What does not exist, the loader of text files refuses well.
  if (!isModule(path) || isFile(path) !== true) return loadScenarios([path]);
  const exported = await loadDefault(resolve(path), { what: 'a scenario', code: 'SCENARIO_INVALID' });
  const scenarios: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
  if (scenarios.length === 0)
    throw refuseFile(path, 'the module exports an empty list', 'export at least one scenario');
  return scenarios.map((scenario, index) => {
    if (isScenario(scenario)) return { ...scenario, source: path };
    const which = Array.isArray(exported) ? `number ${index + 1} of its default export` : 'its default export';
    const hint = 'write "export default scenario(…).build()", or a list of them; a client is named by --client';
    throw refuseFile(path, `${which} is no scenario`, hint);
  });
};

/** The paths that were typed, or else those of the configuration. Throws Misuse BAD_OPTION when neither names one. */
export const requirePaths = (typed: readonly string[], config: FoundConfig | undefined): readonly string[] => {
  const paths = typed.length > 0 ? typed : (config?.scenarios ?? []);
  if (paths.length > 0) return paths;
  throw refuse(
    'the command line',
    'no scenarios are named',
    'name files or folders, or write "scenarios: …" in stunt-double.config.yaml; stunt-double init writes a first one',
  );
};
