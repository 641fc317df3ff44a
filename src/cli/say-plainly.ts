import { mute, printable } from '../print/printable.ts';
import type { OutputStream } from '../print/terminal.ts';

/** Says what may have words of others in it: as text, and nothing but text, to whoever shows it. */
export const sayPlainly = (stream: OutputStream, text: string): void => void stream.write(mute(printable(text)));
