import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { errorText } from '../error-text.ts';
import { frameOf } from '../language/code-frame.ts';

/** What is wrong with a module that is no JavaScript or TypeScript, and where, as far as it can be found out. */
export interface SyntaxFault {
  readonly what: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The lines around it. */
  readonly frame?: string;
}

type Place = Required<Pick<SyntaxFault, 'file' | 'line'>> & Pick<SyntaxFault, 'column'>;

/**
 * Where a module, or one that it imports, cannot be read; undefined for an error that is of another kind. A stack has it for
 * CommonJS, and tsx says it of TypeScript. Of ES modules Node tells it only when the error ends a process, so that one is begun
 * for that. Nothing of the module runs in it: it does not link.
 */
export const findSyntaxError = async (error: unknown, file: string): Promise<SyntaxFault | undefined> => {
  const transformed = readTransform(error, file);
  if (transformed !== undefined) return withFrame(transformed.what, transformed);
  if (!(error instanceof SyntaxError)) return undefined;
  const place = readPlace(String(error.stack)) ?? readPlace(await importElsewhere(file));
  return place === undefined ? { what: errorText(error) } : withFrame(errorText(error), place);
};

const withFrame = async (what: string, place: Place): Promise<SyntaxFault> => {
  const { file, line, column } = place;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return { ...place, what, ...(text !== undefined && column !== undefined && { frame: frameOf(text, line, column) }) };
};

/** What esbuild says, which reads for tsx. Its columns begin with 0. */
const readTransform = (error: unknown, file: string): (Place & { readonly what: string }) | undefined => {
  if (!(error instanceof Error) || error.name !== 'TransformError') return undefined;
  const [, where = file, line, column, what = ''] = /^(.+):(\d+):(\d+): ERROR: (.+)$/m.exec(error.message) ?? [];
  if (line === undefined) return undefined;
  return { file: withItsEnding(where), line: Number(line), column: Number(column) + 1, what };
};

/** tsx calls all files `.ts` before esbuild. */
const withItsEnding = (file: string): string =>
  [file, ...['.mts', '.cts'].map((ending) => file.replace(/\.ts$/, ending))].find((one) => existsSync(one)) ?? file;

/** The head of an error as Node prints it: the place, the line, of TypeScript with those around it, and a mark under the column. */
const printed = /^(file:\/\/\S+|(?:[A-Za-z]:)?[\\/].+?):(\d+)\r?\n.*(?:(?:\r?\n.*){0,2}?\r?\n([ \t]*)\^)?/m;

const readPlace = (text: string): Place | undefined => {
  const [, where, line, margin] = printed.exec(text) ?? [];
  if (where === undefined) return undefined;
  const file = where.startsWith('file:') ? fileURLToPath(where) : where;
  return { file, line: Number(line), ...(margin !== undefined && { column: margin.length + 1 }) };
};

const longest = 10_000;

const importElsewhere = async (file: string): Promise<string> => {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const program = `import ${JSON.stringify(pathToFileURL(file).href)};`;
  return new Promise((resolve) => {
    const args = ['--no-warnings', '--input-type=module', '--eval', program];
    execFile(process.execPath, args, { env, timeout: longest }, (_error, _stdout, stderr) => resolve(stderr));
  });
};
