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
  /** The script of this process, where it may be started once more. */
  readonly script?: string;
  /** Aborted when the user has had enough. */
  readonly interrupted?: AbortSignal;
  /** Has this thread watched from now on: a client that never gives it back is told, and the process ends. */
  readonly watchThread?: () => Promise<void>;
}

export type Paint = (format: 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow', text: string) => string;

export const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';

/** Colours for one stream: none unless people look at it, or said that they do, and have not asked to be spared. */
export const createPaint = (stream: OutputStream, env: Terminal['env']): Paint => {
  const { NO_COLOR: spared, FORCE_COLOR: forced } = env;
  if (isSet(spared) || forced === '0' || forced === 'false') return (_, text) => text;
  // As the log of a build server is looked at: Node would ask its own environment whether that is a terminal.
  if (isSet(forced)) return (format, text) => styleText(format, text, { validateStream: false });
  return stream.isTTY === true ? (format, text) => styleText(format, text, { stream }) : (_, text) => text;
};

/** Whether a line may be rewritten in place: not in the log of a build server. */
export const canRewrite = (stream: OutputStream, env: Terminal['env']): boolean =>
  stream.isTTY === true && !isSet(env['CI']);
