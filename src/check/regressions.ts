import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from '../language/ast.ts';
import { loadScenarios } from '../language/load-scenarios.ts';
import type { Symptom } from './trial/trial.ts';

/** The counterexamples of before, in the order of their names; none when there is no such folder yet. */
export const readRegressions = async (folder: string): Promise<readonly Scenario[]> => {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  return files.length === 0 ? [] : loadScenarios(files.map((name) => join(folder, name)));
};

/** Where a counterexample is saved: the same scenario always in the same file. */
export const regressionFile = (folder: string, { key, name }: Symptom, scenario: Scenario): string => {
  const { name: _name, source: _source, ...content } = scenario;
  const title = key === name ? key : `${key}-${name}`;
  return join(folder, `${title.toLowerCase()}-${fingerprint(JSON.stringify(content))}.yaml`);
};

/** Eight hexadecimal digits that tell texts apart (FNV-1a). */
const fingerprint = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
};
