import { styleText } from 'node:util';

export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Where a run writes to, and what decides how. */
export interface Terminal {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user has had enough. */
  readonly interrupted?: AbortSignal;
}

export type Paint = (format: 'bold' | 'cyan' | 'dim' | 'green' | 'red', text: string) => string;

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Colours for one stream: none unless people look at it, and have not asked to be spared. */
export const createPaint = (stream: OutputStream, env: Terminal['env']): Paint =>
  stream.isTTY === true && !isSet(env['NO_COLOR'])
    ? (format, text) => styleText(format, text, { stream })
    : (_, text) => text;

/** Whether a line may be rewritten in place: not in the log of a build server. */
export const canRewrite = (stream: OutputStream, env: Terminal['env']): boolean =>
  stream.isTTY === true && !isSet(env['CI']);

/** Text of unknown origin, made harmless: it cannot move the cursor or forge a line of the report. */
export const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
  );
