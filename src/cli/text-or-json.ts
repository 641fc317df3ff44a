import { refuse } from '../misuse.ts';
import { mute, writeJson } from '../print/printable.ts';
import { spelled, type Style } from '../print/style.ts';
import type { Terminal } from '../print/terminal.ts';
import { openOutlet, readReporters } from './outlets.ts';
import { orSayUnwritten } from './say-unwritten.ts';

/** How something that is no run of scenarios is told: to people, and as data to other programs. */
export interface Telling<T> {
  readonly asText: (value: T, style: Style) => string;
  readonly asData: (value: T) => unknown;
}

/** Writes a value everywhere it is to go, at once, and says whether that went well. */
type Tell<T> = (value: T) => boolean;

/** Makes sure that all files can be written, before anything runs in vain; gives back what writes them. Throws Misuse BAD_OPTION. */
export const openTextOrJson = <T>(
  typed: readonly string[] | undefined,
  terminal: Terminal,
  { asText, asData }: Telling<T>,
): Tell<T> => {
  const choices = readReporters(typed ?? ['terminal']);
  const stranger = choices.find(({ name }) => name !== 'terminal' && name !== 'json');
  if (stranger !== undefined) {
    throw refuse(
      '--reporter',
      `${stranger.name} is a report on scenarios`,
      'write terminal, json or json=path/to/file',
    );
  }
  const textOf = (value: T, style: Style): string => mute(spelled(`${asText(value, style)}\n`, style));
  const outlets = choices.map(({ name, file }) => ({ name, outlet: openOutlet(file, terminal) }));
  const textFor = (name: string, value: T, style: Style): string =>
    name === 'json' ? writeJson(asData(value)) : textOf(value, style);
  return (value) =>
    outlets
      .map(({ name, outlet }) => {
        const write = (): void => {
          outlet.write(textFor(name, value, outlet.style));
          outlet.close();
        };
        return orSayUnwritten(outlet.file ?? `the report ${name}`, write, terminal);
      })
      .every(Boolean);
};
