import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openTemporaryFolder } from '../../scripts/temporary-folder.ts';

/** How a process ended, and what it wrote. */
interface Ended {
  readonly exit: number;
  readonly output: string;
}

/** A project in a folder of its own, with the package installed as users have it. */
export interface Project {
  readonly folder: string;
  write(name: string, text: string): void;
  /** Runs a program of an installed package, such as `jest/bin/jest.js`, or Node itself. */
  run(program: string | undefined, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
  [Symbol.dispose](): void;
}

const root = resolve(import.meta.dirname, '../..');
const projects = join(import.meta.dirname, 'projects');

/** A copy of the package under test: a test runner looks at where a file really is. */
const install = (modules: string): void => {
  mkdirSync(join(modules, 'stunt-double'), { recursive: true });
  for (const part of ['dist', 'package.json'])
    cpSync(join(root, part), join(modules, 'stunt-double', part), { recursive: true });
};

export const openProject = (name?: string): Project => {
  if (!existsSync(join(root, 'dist'))) throw new Error('the package has not been built: npm run build');
  const home = openTemporaryFolder();
  const top = join(home.path, 'top');
  const own = join(top, 'node_modules');
  install(own);
  // All other packages are found further up, by one link to them.
  const others = join(home.path, 'node_modules');
  symlinkSync(join(root, 'node_modules'), others, 'junction');
  for (const shared of ['import-orders.cjs', 'realm.cjs']) cpSync(join(projects, shared), join(top, shared));
  const folder = join(top, 'project');
  if (name === undefined) mkdirSync(folder);
  else cpSync(join(projects, name), folder, { recursive: true });
  return {
    folder,
    write: (file, text) => writeFileSync(join(folder, file), text),
    run: (program, args, env = {}) => {
      const modules = program?.startsWith('stunt-double/') ? own : others;
      const command = program === undefined ? args : [join(modules, program), ...args];
      const { PATH = '' } = process.env;
      const options = {
        cwd: folder,
        env: { PATH, NO_COLOR: '1', TMPDIR: tmpdir(), ...env },
        maxBuffer: 2 ** 24,
        timeout: 60_000,
      };
      return new Promise((settle) => {
        const child = execFile(process.execPath, command, options, (_, stdout, stderr) =>
          settle({ exit: child.exitCode ?? -1, output: stdout + stderr }),
        );
      });
    },
    [Symbol.dispose]: () => home[Symbol.dispose](),
  };
};

/** What vitest and Jest write with their JSON reporters. */
interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** `passed: title`, `failed: title: first line of the error`; files that fail as a whole come last. */
export const readReport = ({ folder }: Project): readonly string[] => {
  const { testResults } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  const tests = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title, status, failureMessages: [message] }) => line(status, title, message)),
  );
  const files = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
  return [
    ...tests.sort(),
    ...files.map(({ message }) => line('failed', 'a file', message.replace(/^.*●[^\n]*\s*/s, ''))),
  ];
};

/** The same from the lines of `--test-reporter=tap`. */
export const readTap = (output: string): readonly string[] => {
  const tests = [...output.matchAll(/^(not ok|ok) \d+ - ([^\n]*)\n((?: {2}[^\n]*\n)*)/gm)];
  return tests.map(([, verdict, title = '', details = '']) => {
    const message = /^ {2}error: (?:\|-\n\s*|['"`])([^\n]*?)['"`]?$/m.exec(details)?.[1];
    return line(verdict === 'ok' ? 'passed' : 'failed', title, message);
  });
};

const line = (status: string, title: string, message?: string): string =>
  [`${status}: ${title}`, ...(message === undefined ? [] : [message.split('\n')[0]?.replace(/^\w+: /, '')])].join(': ');
