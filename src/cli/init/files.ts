import type { Project } from './project.ts';
import { readTemplate, type Template } from './templates.ts';
import { workflowOf } from './workflow.ts';

/** A file that `init` writes, and what it is, in a few words. */
export interface NewFile {
  readonly path: string;
  readonly what: string;
  readonly text: string;
}

/** All that a project needs to run a first scenario and a first test, here and on a build server. */
export const draftFiles = (project: Project): readonly NewFile[] => {
  const { client, test } = nameFiles(project);
  const scenario = readTemplate('scenario.yaml');
  return [
    {
      path: `scenarios/${client.path}`,
      what: 'the client under test; let it call your own code',
      text: readTemplate(client.template),
    },
    {
      path: 'scenarios/consent-is-withdrawn.yaml',
      what: 'a first scenario',
      text: scenario.replace(/(?<=\$schema=).*/, `../${project.schema}`),
    },
    {
      path: `scenarios/${test.path}`,
      what: `a first test for ${project.runner.name}`,
      text: readTemplate(test.template).replace(/(['"])\.\/client\.\w+\1/, `$1./${test.imports}$1`),
    },
    {
      path: 'stunt-double.config.yaml',
      what: 'what the commands of stunt-double work on',
      text: configOf(client.path),
    },
    {
      path: '.github/workflows/stunt-double.yml',
      what: 'runs all of it on GitHub',
      text: workflowOf(project, testCommandOf(project)),
    },
  ];
};

interface Names {
  readonly client: { readonly path: string; readonly template: Template };
  readonly test: { readonly path: string; readonly template: Template; readonly imports: string };
}

/** Their endings alone say which kind of module they are, wherever package.json does not. */
const nameFiles = ({ language, modules, runner, hasTsx }: Project): Names => {
  const isTyped = language === 'typescript';
  if (runner.name === 'Jest') {
    const ending = isTyped ? 'ts' : 'cjs';
    return {
      client: { path: `client.${ending}`, template: `client.${ending}` },
      test: {
        path: `client.test.${ending}`,
        template: `jest.test.${ending}`,
        imports: isTyped ? 'client' : 'client.cjs',
      },
    };
  }
  const script = modules === 'esm' ? 'js' : 'mjs';
  const ending = isTyped ? script.replace('j', 't') : script;
  const template = runner.name === 'vitest' ? 'vitest.test.mjs' : 'node-test.test.mjs';
  // Node itself finds a file by its own name only, and TypeScript by that of its JavaScript.
  const isFoundByScript = runner.name === 'vitest' || hasTsx;
  return {
    client: { path: `client.${ending}`, template: isTyped ? 'client.ts' : 'client.mjs' },
    test: { path: `client.test.${ending}`, template, imports: `client.${isFoundByScript ? script : ending}` },
  };
};

/** What runs the test, as it is typed after the package manager's word for programs of the project. */
export const testCommandOf = (project: Project): TestCommand => {
  const { runner, language, hasTsx } = project;
  if (runner.name === 'vitest') return { program: 'vitest run scenarios', isInstalled: true };
  if (runner.name === 'Jest') return { program: 'jest scenarios', isInstalled: true };
  const reader = language === 'typescript' && hasTsx ? '--import tsx ' : '';
  return { program: `node ${reader}--test scenarios/${nameFiles(project).test.path}`, isInstalled: false };
};

export interface TestCommand {
  readonly program: string;
  /** Whether the program is one of the project's packages, and none of the system. */
  readonly isInstalled: boolean;
}

const configOf = (
  client: string,
): string => `# What "npx stunt-double run" and "check" work on in this folder; options on the command line stand above it.
scenarios: scenarios
client: scenarios/${client}
`;
