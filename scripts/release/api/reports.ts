import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { openTemporaryFolder } from '../../temporary-folder.ts';
import { toolPath } from '../tools.ts';

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** The entries that have types, by the names that users write: `jest` for `stunt-double/jest`. */
const entriesOf = (folder: string): ReadonlyMap<string, string> => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const found = Object.entries(exports).flatMap(([name, target]) => {
    const [types] = /dist\/(?!cjs\/)[\w/-]+\.d\.ts/.exec(JSON.stringify(target)) ?? [];
    return types === undefined ? [] : [[name === '.' ? 'index' : name.slice(2), types] as const];
  });
  return new Map(found);
};

const configOf = (name: string, types: string) => ({
  projectFolder: '.',
  mainEntryPointFilePath: `<projectFolder>/${types}`,
  compiler: {
    overrideTsconfig: {
      compilerOptions: {
        module: 'nodenext',
        moduleResolution: 'nodenext',
        target: 'es2022',
        lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
        strict: true,
        types: ['node'],
        skipLibCheck: true,
      },
      files: [types],
    },
  },
  // What is not exported itself is left out: most of it are the tables of src/spec, with every text in them.
  apiReport: { enabled: true, reportFolder: 'api', reportTempFolder: 'temp', reportFileName: name },
  docModel: { enabled: false },
  dtsRollup: { enabled: false },
  tsdocMetadata: { enabled: false },
  messages: {
    extractorMessageReporting: {
      default: { logLevel: 'none' },
      'ae-forgotten-export': { logLevel: 'none', addToApiReportFile: false },
    },
    tsdocMessageReporting: { default: { logLevel: 'none' } },
  },
});

/** The public types of a package that lies in a folder, as API Extractor writes them: by entry. */
export const writeReports = async (folder: string, modules: string): Promise<ReadonlyMap<string, string>> => {
  const entries = entriesOf(folder);
  using home = openTemporaryFolder();
  const project = home.path;
  for (const name of readdirSync(folder)) symlinkSync(join(folder, name), join(project, name), 'junction');
  symlinkSync(modules, join(project, 'node_modules'), 'junction');
  mkdirSync(join(project, 'api'));
  const program = toolPath('@microsoft/api-extractor/bin/api-extractor');
  const one = async ([name, types]: readonly [string, string]): Promise<readonly [string, string]> => {
    const config = join(project, `${name}.api-extractor.json`);
    writeFileSync(config, JSON.stringify(configOf(name, types)));
    await promisify(execFile)(process.execPath, [program, 'run', '--local', '--config', config], { cwd: project });
    return [name, readFileSync(join(project, `api/${name}.api.md`), 'utf8')];
  };
  const reports: (readonly [string, string])[] = [];
  for (const entry of entries) reports.push(await one(entry));
  return new Map(reports);
};
