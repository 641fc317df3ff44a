import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The options that a script was started with. `--help` shows the comment at its head, and what is mistyped is said in one line. */
export const parseOptions = <T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> => {
  const [, script = '', ...typed] = process.argv;
  if (typed.includes('--help')) {
    process.stdout.write(`${headOf(readFileSync(script, 'utf8'))}\n`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
};

const headOf = (source: string): string => {
  const [, text = ''] = /\/\*\*?\s*(.*?)\s*\*\//s.exec(source) ?? [];
  return text.replaceAll(/^ *\* ?/gm, '');
};
