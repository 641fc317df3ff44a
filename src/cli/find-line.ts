import { pathToFileURL } from 'node:url';

/** `shown:line:col` where an error came from, as far as its stack names a line of that file; otherwise `shown`. */
export const findLine = (error: unknown, file: string, shown: string): string => {
  const stack = error instanceof Error ? String(error.stack) : '';
  for (const name of [pathToFileURL(file).href, file]) {
    const from = stack.indexOf(`${name}:`);
    const position = from < 0 ? undefined : /^:\d+(?::\d+)?/.exec(stack.slice(from + name.length));
    if (position?.[0] !== undefined) return `${shown}${position[0]}`;
  }
  return shown;
};
