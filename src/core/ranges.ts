import { byteLength, toBytes } from './text.ts';
import type { More, WireAnswer } from './wire.ts';

/* Parts of a file, for requests with a Range header. (RFC 9110 section 14; assumption `links.range`) */

/** The first byte, and the one behind the last. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/** The answer with the one part that is asked for; undefined where the header is to be ignored, so that all is sent. */
export const partOf = (whole: WireAnswer, range: string): WireAnswer | 'unsatisfiable' | undefined => {
  const size = byteLength(whole.body);
  const total = sizeOf(whole);
  const part = readRange(range, total);
  if (part === undefined || part === 'unsatisfiable') return part;
  const body = cut(whole.body, Math.min(part.from, size), Math.min(part.to, size));
  // Half a character cannot be sent.
  if (body === undefined) return undefined;
  const more = whole.more && cutMore(whole.more, { from: Math.max(0, part.from - size), to: part.to - size });
  const headers = { ...whole.headers, 'content-range': `bytes ${part.from}-${part.to - 1}/${total}` };
  return { status: 206, headers, body, ...(more !== undefined && { more }) };
};

export const sizeOf = ({ body, more }: WireAnswer): number => byteLength(body) + (more?.bytes ?? 0);

const readRange = (range: string, total: number): Part | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    if (Number(last) === 0) return 'unsatisfiable';
    // The end of an empty file is all of it, and no Content-Range can say so.
    return total === 0 ? undefined : { from: Math.max(0, total - Number(last)), to: total };
  }
  const from = Number(first);
  const end = last === '' ? total : Number(last) + 1;
  if (end <= from) return last === '' ? 'unsatisfiable' : undefined;
  return from >= total ? 'unsatisfiable' : { from, to: Math.min(end, total) };
};

/** The characters between two bytes; undefined where one of them is within a character. */
const cut = (text: string, from: number, to: number): string | undefined => {
  try {
    // A byte order mark is a character like any other.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(toBytes(text).subarray(from, to));
  } catch {
    return undefined;
  }
};

const cutMore = (more: More, { from, to }: Part): More | undefined => {
  const bytes = Math.min(to, more.bytes) - from;
  if (bytes <= 0) return undefined;
  return more.kind === 'blanks' ? { kind: 'blanks', bytes } : { ...more, bytes, from };
};
