import type { Entry } from './entry.ts';
import { keepHeaders } from './kept-headers.ts';
import { formatLines } from './lines.ts';
import { createMasker, type Masker } from './mask.ts';

/**
 * What happened in a simulation: readable at any time, as data, as lines, or as JSON lines. Secrets are masked. Of a request's
 * headers it keeps those that the client gave it, in the order of their names: `authorization`, `content-type`, `range`, any
 * of its own. It leaves out what libraries add by themselves, such as `user-agent`, `accept-encoding` and `host`.
 */
export interface Trace {
  /** All entries so far, oldest first. */
  readonly entries: readonly Entry[];
  /** One readable line for each thing that happened. */
  lines(): readonly string[];
  /**
   * One JSON object a line, ending in a newline: the same bytes for the same seed, scenario and client, on every version of
   * Node and by every way in; but for the addresses, where the client was given others.
   */
  toJSONL(): string;
}

export interface TraceRecorder extends Trace {
  record(entry: Entry): void;
  /** As recorded, secrets and all: for judging, never for showing. */
  readonly raw: readonly Entry[];
}

export const createTrace = (): TraceRecorder => {
  const raw: Entry[] = [];
  const masked: Entry[] = [];
  const masker: Masker = createMasker();
  const entries = (): readonly Entry[] => {
    for (const entry of raw.slice(masked.length)) masked.push(masker.mask(entry));
    return masked;
  };
  return {
    record: (entry) => raw.push(keepHeaders(entry)),
    raw,
    get entries() {
      return entries();
    },
    lines: () => formatLines(entries()),
    toJSONL: () => formatJson(entries()),
  };
};

/** The first so many entries of a trace, whatever comes after. */
export const cutTrace = (trace: Trace, length: number): Trace => {
  const entries = trace.entries.slice(0, length);
  return { entries, lines: () => formatLines(entries), toJSONL: () => formatJson(entries) };
};

const formatJson = (entries: readonly Entry[]): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
