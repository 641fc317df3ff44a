import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { errorText, fieldOf, isDomException, isError } from '../error-text.ts';
import { printable } from './printable.ts';
import { showPath } from './show-path.ts';
import type { Style } from './style.ts';
import { wrapWords } from './wrap.ts';

/** What a client threw, as one looks for the place in the code: the outermost error, and what it was caused by. */
export interface Thrown {
  /** The name of the error, such as `TypeError`; of what is no error, its type. */
  readonly type: string;
  readonly message: string;
  /** What Node and HTTP libraries name it: `ECONNRESET`, `UND_ERR_SOCKET`. The number of a `DOMException` says what its name does. */
  readonly code?: string;
  /** The innermost places in the user's code; of what libraries throw on their own, there is none. */
  readonly frames: readonly Frame[];
  readonly cause?: Thrown;
}

/** A place in the user's code. */
export interface Frame {
  /** The function, where it has a name. */
  readonly name?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const mostFrames = 3;
const deepest = 5;

/**
 * Reads whatever was thrown; runners and loaders have mapped its stack to the source as it was written. `mask` takes the secrets
 * out of its texts while they are whole.
 */
export const readThrown = (error: unknown, mask: Mask = (text) => text, depth = 1): Thrown => {
  if (!isError(error)) return { type: typeof error, message: sayOther(error, mask), frames: [] };
  const code = isDomException(error) ? undefined : fieldOf(error, 'code');
  const name = fieldOf(error, 'name');
  const cause = fieldOf(error, 'cause');
  return {
    type: typeof name === 'string' ? mask(name) : 'Error',
    message: mask(errorText(error)),
    ...((typeof code === 'string' || typeof code === 'number') && { code: mask(String(code)) }),
    frames: readFrames(error).slice(0, mostFrames),
    ...(cause !== undefined && depth < deepest && { cause: readThrown(cause, mask, depth + 1) }),
  };
};

type Mask = (text: string) => string;

const longestOther = 300;

/** What is no error, as the answer of a service that is given for a cause. */
const sayOther = (value: unknown, mask: Mask): string => {
  if (typeof value !== 'object' || value === null) return mask(errorText(value));
  try {
    const text = mask(JSON.stringify(value));
    return text.length > longestOther ? `${text.slice(0, longestOther)}…` : text;
  } catch {
    return mask(errorText(value));
  }
};

/** The places in the stack of an error, the innermost first, but for those of Node, of libraries and of the simulation. */
const readFrames = (error: Stacked): readonly Frame[] => {
  const [here] = parseStack(new Error('here'));
  const own = here === undefined ? undefined : packageFolder(here.file);
  const isOurs = (file: string): boolean => own !== undefined && file.startsWith(own);
  return parseStack(error).filter(({ file }) => !/[\\/]node_modules[\\/]/.test(file) && !isOurs(file));
};

interface Stacked {
  readonly stack?: string | undefined;
}

/** The folder of all code of this package, of one of its files. What a user has may lie in a folder `src` as well, above it. */
export const packageFolder = (file: string): string | undefined => /^.*[\\/](?:src|dist)[\\/]/.exec(file)?.[0];

/** The same as lines of a stack. */
export const userFrames = (error: Stacked): readonly string[] =>
  readFrames(error).map(({ name, file, line, column }) =>
    name === undefined ? `    at ${file}:${line}:${column}` : `    at ${name} (${file}:${line}:${column})`,
  );

/** The innermost of them: `src/client.ts:14:22`. */
export const placeOf = (error: Stacked): string | undefined => {
  const [frame] = readFrames(error);
  return frame && sayPlace(frame);
};

/** `at name (file:///a/b.ts:1:2)`, `at async name (/a/b.ts:1:2)`, `at /a/b.ts:1:2`. */
const written = /^ *at (?:async )?(?:(.+?) \()?((?:file:\/\/)?\/?(?:[A-Za-z]:)?[^():]+):(\d+):(\d+)\)?$/;

const parseStack = (error: Stacked): readonly Frame[] => {
  const stack = fieldOf(error, 'stack');
  if (typeof stack !== 'string') return [];
  return stack.split('\n').flatMap((text): readonly Frame[] => {
    const [, name, file, line, column] = written.exec(text) ?? [];
    if (file === undefined || file.startsWith('node:') || !/[\\/]/.test(file)) return [];
    return [{ ...(name !== undefined && { name }), file: readPath(file), line: Number(line), column: Number(column) }];
  });
};

/** In a `file:` URL blanks and the like are encoded, and a drive has a slash before it. */
export const readPath = (place: string, windows = process.platform === 'win32'): string => {
  if (!place.startsWith('file://')) return place;
  try {
    return fileURLToPath(place, { windows });
  } catch {
    return place.slice('file://'.length);
  }
};

/** As Node prints it: what it is, then where, then what caused it. */
export const sayThrown = (thrown: Thrown | undefined): readonly string[] => {
  if (thrown === undefined) return [];
  const { type, code, message, frames } = thrown;
  const [cause, ...places] = sayThrown(thrown.cause);
  return [
    `${type}${code === undefined ? '' : ` [${code}]`}: ${message}`,
    ...frames.map((frame) => `    at ${sayFrame(frame)}`),
    ...(cause === undefined ? [] : [`  caused by ${cause}`, ...places.map((line) => `  ${line}`)]),
  ];
};

const sayFrame = (frame: Frame): string =>
  frame.name === undefined ? sayPlace(frame) : `${frame.name} (${sayPlace(frame)})`;

const sayPlace = ({ file, line, column }: Frame): string => `${showPath(file)}:${line}:${column}`;

/** The same under a heading; a line that is too long goes on in the next one, and nothing is cut. */
export const describeThrown = (lines: readonly string[], columns: number, style: Style): readonly string[] => {
  if (lines.length === 0) return [];
  const margin = ' '.repeat(columns);
  const wrapped = lines.flatMap((line) => {
    const [, inset = '', text = ''] = /^( *)(.*)$/s.exec(printable(line)) ?? [];
    const room = Math.max(24, style.columns - columns - 2 - inset.length);
    return text.split('\n').flatMap((part) => wrapWords(part, room).map((words) => `${margin}  ${inset}${words}`));
  });
  return [`${margin}${style.paint('cyan', 'the client threw:')}`, ...wrapped];
};

/** The innermost place in the user's code, of the error itself or of what caused it. */
export const originOf = (thrown: Thrown | undefined): Frame | undefined =>
  thrown === undefined ? undefined : (thrown.frames[0] ?? originOf(thrown.cause));
