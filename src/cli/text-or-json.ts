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

/** Writes a value everywhere it is to go; `writeNow` where nothing can be awaited any more. */
export interface Teller<T> {
  readonly write: (value: T) => Promise<void>;
  readonly writeNow: (value: T) => void;
}

/** Opens all files, before anything runs in vain; gives back what writes to them. Throws Misuse BAD_OPTION. */
export const openTextOrJson = async <T>(
  typed: readonly string[] | undefined,
  terminal: Terminal,
  { asText, asData }: Telling<T>,
): Promise<Teller<T>> => {
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
  const textFor = (name: string, value: T, style: Style): string =>
    name === 'json' ? `${JSON.stringify(asData(value), null, 2)}\n` : textOf(value, style);
  return {
    write: async (value) => {
      for (const { name, outlet } of outlets) {
        await outlet.write(textFor(name, value, outlet.style));
        await outlet.close();
      }
    },
    writeNow: (value) => {
      for (const { name, outlet } of outlets) outlet.writeNow(textFor(name, value, outlet.style));
    },
  };
};
