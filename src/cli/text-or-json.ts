import { Misuse } from '../misuse.ts';
import { mute, toAscii } from '../print/printable.ts';
import { isAscii, type Style } from '../print/style.ts';
import type { Terminal } from '../print/terminal.ts';
import { openOutlet, readReporters } from './outlets.ts';

/** How something that is no run of scenarios is told: to people, and as data to other programs. */
export interface Telling<T> {
  readonly asText: (value: T, style: Style) => string;
  readonly asData: (value: T) => unknown;
}

/** Opens all files, before anything runs in vain; gives back what writes to them. Throws Misuse BAD_OPTION. */
export const openTextOrJson = async <T>(
  typed: readonly string[] | undefined,
  terminal: Terminal,
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
  const textOf = (value: T, style: Style): string => {
    const text = `${asText(value, style)}\n`;
    return mute(isAscii(style) ? toAscii(text) : text);
  };
  const outlets = await Promise.all(
    choices.map(async ({ name, file }) => ({ name, outlet: await openOutlet(file, terminal) })),
  );
  return async (value) => {
    for (const { name, outlet } of outlets) {
      await outlet.write(
        name === 'json'
          ? `${JSON.stringify(asData(value), null, 2)}
`
          : textOf(value, outlet.style),
      );
      await outlet.close();
    }
  };
};
