import { stat, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Scenario } from '../language/ast.ts';
import { openScenario } from '../language/open-scenario.ts';
import { readComposed } from '../language/read-scenario.ts';
import { findKind, isScenarioFile } from '../language/scenario-file.ts';
import { type FoundConfig, loadConfig } from './config.ts';
import { expandGlob, isGlob } from './glob.ts';
import { chooseClient } from './load-client.ts';
import { isModule, isFile } from './load-module.ts';
import type { RunArguments } from './run-arguments.ts';
import { walk } from './glob.ts';

/** What a run depends on. A file that is new counts when it lies in one of the folders. */
export interface Watched {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** What the run itself writes. */
  readonly written: ReadonlySet<string>;
}

/** What a run depends on, as far as it can be told without running anything: a mistake in one file hides none of the others. */
export const findWatched = async (args: RunArguments): Promise<Watched> => {
  const config = await loadConfig(args.config).catch(() => undefined);
  const folders = new Set<string>();
  const files: string[] = [];
  for (const path of args.paths.length > 0 ? args.paths : (config?.scenarios ?? [])) {
    const kind = await stat(path).catch(() => undefined);
    if (kind?.isDirectory() === true) {
      const inside = await walk(path);
      files.push(...inside.filter(isReadByRuns));
      for (const folder of [path, ...inside.map(dirname)]) folders.add(resolve(folder));
    } else files.push(...(kind === undefined && isGlob(path) ? await expandGlob(path) : [path]));
  }
  const parts: string[] = [];
  const modules = [
    ...files.filter(isModule),
    ...findClients(files, args, config, (part) => parts.push(part)),
    ...(config ? [config.file] : []),
  ];
  const imported = await findLocalImports(modules.map((file) => resolve(file)));
  const reports = (args.reporter ?? config?.reporters ?? []).flatMap((typed) => /=(.+)/s.exec(typed)?.[1] ?? []);
  const written = [...reports, ...(args.trace === undefined ? [] : [args.trace])].map((path) => resolve(path));
  return {
    files: new Set([...[...files, ...parts].map((file) => resolve(file)), ...imported]),
    folders,
    written: new Set(written),
  };
};

/** Not notes that lie beside, nor what the run is told to write there. */
const isReadByRuns = (file: string): boolean => isScenarioFile(file) || isModule(file);

/** `note` is told what scenarios include. */
const findClients = (
  files: readonly string[],
  { client }: RunArguments,
  config: FoundConfig | undefined,
  note: (part: string) => void,
): readonly string[] => {
  const usual = config?.client === undefined ? undefined : { file: config.client, namedBy: config.file };
  const clients = client === undefined ? [] : [resolve(client)];
  if (usual !== undefined) clients.push(usual.file);
  for (const file of files.filter(isScenarioFile)) {
    for (const scenario of readAsFarAsItGoes(file, note)) {
      if (scenario.client !== undefined) clients.push(chooseClient(scenario, undefined, usual).file);
    }
  }
  return clients;
};

const readAsFarAsItGoes = (file: string, note: (part: string) => void): readonly Scenario[] => {
  try {
    return findKind(file) === 'file' ? readComposed(openScenario(file, note), file) : [];
  } catch {
    return [];
  }
};

const specifier = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;

/** TypeScript names a file as it will be called once it is built, and CommonJS leaves its ending away. */
const candidates = (path: string): readonly string[] => [
  path,
  ...['ts', 'tsx', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'].map((ending) => `${path}.${ending}`),
  path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'),
  ...['ts', 'mts', 'js', 'mjs', 'cjs'].map((ending) => `${path}/index.${ending}`),
];

/** The files that modules import by relative paths, and those that these import; the modules themselves among them. */
const findLocalImports = async (modules: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (found.has(file)) return;
    found.add(file);
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const [, path = ''] of text.matchAll(specifier)) {
      for (const candidate of candidates(resolve(dirname(file), path))) {
        if (isFile(candidate) !== true) continue;
        await visit(candidate);
        break;
      }
    }
  };
  for (const file of modules) await visit(file);
  return found;
};
