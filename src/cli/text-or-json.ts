import { Misuse } from '../misuse.ts';
import { mute, toAscii } from '../report/printable.ts';
import { fileStyle, isAscii, readStyle, type Style } from '../report/style.ts';
import type { Terminal } from '../report/terminal.ts';
import { openFile, readReporters } from './outlets.ts';

/** How something that is no run of scenarios is told: to people, and as data to other programs. */
export interface Telling<T> {
  readonly asText: (value: T, style: Style) => string;
  readonly asData: (value: T) => unknown;
}

/** Opens all files, before anything runs in vain; gives back what writes to them. Throws Misuse BAD_OPTION. */
export const openTextOrJson = async <T>(
  typed: readonly string[] | undefined,
  { stdout, env }: Terminal,
  { asText, asData }: Telling<T>,
): Promise<(value: T) => Promise<void>> => {
  const choices = readReporters(typed ?? ['terminal']);
  const stranger = choices.find(({ name }) => name !== 'terminal' && name !== 'json');
  if (stranger !== undefined) {
    throw new Misuse(
      'BAD_OPTION',
      '--reporter',
      `${stranger.name} is a report on scenarios`,
      'write terminal, json or json=path/to/file',
    );
  }
  const outlets = await Promise.all(
    choices.map(async ({ name, file }) => {
      const style = file === undefined ? readStyle(stdout, env) : fileStyle;
      const write = (value: T): string => {
        if (name === 'json') return `${JSON.stringify(asData(value), null, 2)}\n`;
        const text = `${asText(value, style)}\n`;
        return mute(isAscii(style) ? toAscii(text) : text);
      };
      return { write, file: file === undefined ? undefined : await openFile(file) };
    }),
  );
  return async (value) => {
    for (const { write, file } of outlets) {
      if (file === undefined) stdout.write(write(value));
      else {
        await file.write(write(value));
        await file.close();
      }
    }
  };
};
