import type { Manner } from '../../core/wire.ts';
import type { Door } from '../gateway.ts';
import type { Framed } from './message.ts';
import { type Piece, pour } from '../pour.ts';

/** How a body that was dealt out ended: as a whole, or with its connection before that. */
export type Ending = 'whole' | 'reset' | 'closed';

/** The bytes of a body in the manner in which they arrive: as they are made, piece by piece in time, or half of them. */
export async function* deal(door: Door, framed: Framed): AsyncGenerator<Piece, Ending> {
  const length = Buffer.byteLength(framed.body ?? '') + (framed.more?.bytes ?? 0);
  const { stops, by, ending } = plan(framed.manner, length);
  const source = pour(door, framed);
  let rest: Piece = new Uint8Array();
  let dealt = 0;
  try {
    for (const stop of stops) {
      if (by > 0) await door.pass(by);
      while (dealt < stop) {
        if (rest.length === 0) rest = await take(source);
        const [part, left] = split(rest, stop - dealt);
        rest = left;
        dealt += part.length;
        yield part;
      }
    }
    return ending;
  } finally {
    await source.return();
  }
}

interface Plan {
  /** How many bytes have been sent in the end, and before each wait. */
  readonly stops: readonly number[];
  /** Virtual milliseconds before each of them. */
  readonly by: number;
  readonly ending: Ending;
}

const plan = (manner: Manner | undefined, length: number): Plan => {
  switch (manner?.kind) {
    case 'drip': {
      const { by, pieces } = manner;
      return { stops: Array.from({ length: pieces }, (_, at) => share(length, at + 1, pieces)), by, ending: 'whole' };
    }
    case 'resetInBody':
      return { stops: [share(length, 1, 2)], by: 0, ending: 'reset' };
    case 'truncated':
      return { stops: [share(length, 1, 2)], by: 0, ending: 'closed' };
    case 'slowHeaders':
    case undefined:
      return { stops: [length], by: 0, ending: 'whole' };
    default:
      return manner satisfies never;
  }
};

const share = (length: number, part: number, parts: number): number => Math.floor((length * part) / parts);

const take = async (source: AsyncGenerator<Piece, void>): Promise<Piece> => {
  const next = await source.next();
  if (next.done === true) throw new Error('a body is shorter than it was said to be');
  return next.value;
};

/** Both in memory of their own, since each is handed on for good. */
const split = (piece: Piece, most: number): readonly [Piece, Piece] =>
  piece.length <= most
    ? [piece, new Uint8Array()]
    : [new Uint8Array(piece.subarray(0, most)), new Uint8Array(piece.subarray(most))];
