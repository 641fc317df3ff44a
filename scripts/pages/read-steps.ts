import { applyEdit } from '../recipes/apply-edit.ts';
import { readLine } from '../recipes/read-recipes.ts';

/**
 * What a page has its reader do, in order. A block whose language is followed by a file's name is that file; `diff` and a name
 * change one that is there, as in the recipes; of a block `sh`, lines that begin with `npx stunt-double` or `node` are run, but for those with a remark or something to fill in. A
 * block `text` right after one of those shows what is printed then.
 */
export type Step =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'change'; readonly path: string; readonly text: string }
  | Run;

export interface Run {
  readonly kind: 'run';
  readonly commands: readonly string[];
  readonly shown: Shown | undefined;
}

/** What a page shows of a command, and where that stands in the page. */
interface Shown {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The files of a project, by their paths. */
export type Project = Readonly<Record<string, string>>;

const fence = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm;

export const readSteps = (page: string): readonly Step[] => {
  const blocks = [...page.matchAll(fence)];
  return blocks.flatMap(([, language = '', path, text = ''], index): readonly Step[] => {
    if (language === 'diff' && path !== undefined) return [{ kind: 'change', path, text }];
    if (path !== undefined) return [{ kind: 'file', path, text }];
    if (language !== 'sh') return [];
    const commands = text.split('\n').filter((line) => /^(?:npx stunt-double|node) [^#{]+$/.test(line));
    if (commands.length === 0) return [];
    const next = blocks[index + 1];
    const isOutput = next?.[1] === 'text' && next[2] === undefined;
    return [{ kind: 'run', commands, shown: isOutput ? shownIn(next) : undefined }];
  });
};

const shownIn = ({ 0: block, 3: text = '', index }: RegExpExecArray): Shown => {
  const from = index + block.indexOf('\n') + 1;
  return { text, from, to: from + text.length };
};

/** The project once this was written into it. Throws where a line that is to be changed is not there. */
export const write = (project: Project, { kind, path, text }: Exclude<Step, Run>): Project => {
  if (kind === 'file') return { ...project, [path]: text };
  const lines = text.trimEnd().split('\n').map(readLine);
  return { ...project, [path]: applyEdit({ file: path, lines }, project[path]) };
};

/** The project as it stands when the steps are taken, but for what is run. */
export const writeAll = (steps: readonly Step[], begun: Project = {}): Project => {
  let project = begun;
  for (const step of steps) if (step.kind !== 'run') project = write(project, step);
  return project;
};
