import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { realTime, turns } from '../../clock/real-time.ts';
import type { Manner, More } from '../../core/wire.ts';
import type { Gateway } from '../gateway.ts';
import type { Framed } from './message.ts';

/** How a body ended that was sent: as a whole, or with its connection before that. */
export type Ending = 'whole' | 'reset' | 'closed';

/** The bytes of a body in the manner in which they arrive: as they are made, piece by piece in time, or half of them. */
export async function* readInPieces(gateway: Gateway, framed: Framed): AsyncGenerator<Piece, Ending> {
  const length = Buffer.byteLength(framed.body ?? '') + (framed.more?.bytes ?? 0);
  const { stops, by, ending } = plan(framed.manner, length);
  const source = makeBody(gateway, framed);
  let rest: Piece = new Uint8Array();
  let sent = 0;
  try {
    for (const stop of stops) {
      if (by > 0) await gateway.pass(by);
      while (sent < stop) {
        if (rest.length === 0) rest = await takePiece(source);
        const [part, left] = split(rest, stop - sent);
        rest = left;
        sent += part.length;
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

const takePiece = async (source: AsyncGenerator<Piece, void>): Promise<Piece> => {
  const next = await source.next();
  if (next.done === true) throw new Error('a body is shorter than it was said to be');
  return next.value;
};

/** Both in memory of their own, since each is handed on for good. */
const split = (piece: Piece, most: number): readonly [Piece, Piece] =>
  piece.length <= most
    ? [piece, new Uint8Array()]
    : [new Uint8Array(piece.subarray(0, most)), new Uint8Array(piece.subarray(most))];

/** In memory of its own, so that it can be handed on for good. */
export type Piece = Uint8Array<ArrayBuffer>;

/** Bytes of one piece: as many as are read of a connection at a time, and all that is ever held of a body that is made on the way. */
const most = 64 * 1024;

/** Whether a body comes in several pieces, so that its client may see a part of it and hang up. */
export const isLong = ({ body, headers }: Framed): boolean => body !== null && Number(headers['content-length']) > most;

/**
 * The bytes of a body, a piece at a time, each made when it is asked for. Every piece but the first takes a turn of the event loop, as
 * over a network, and is told to the simulation: so time stands still while a client reads, however long that takes in
 * reality, and moves while it does not.
 */
async function* makeBody(gateway: Gateway, { body, more }: Framed): AsyncGenerator<Piece, void> {
  const turn = async (): Promise<void> => {
    await realTime.turn();
    gateway.enter(() => undefined);
  };
  const bytes = new TextEncoder().encode(body ?? '');
  for (let at = 0; at < bytes.length; at += most) {
    if (at > 0) await turn();
    yield bytes.length > most ? bytes.slice(at, at + most) : bytes;
  }
  if (more === undefined) return;
  for await (const piece of makeMore(more)) {
    await turn();
    yield piece;
  }
}

const makeMore = (more: More): AsyncGenerator<Piece, void> =>
  more.kind === 'blanks' ? makeBlanks(more.bytes) : readFile(more);

/** A piece is never used again: whoever reads it may write into it. */
async function* makeBlanks(bytes: number): AsyncGenerator<Piece, void> {
  for (let left = bytes; left > 0; left -= most) yield Buffer.alloc(Math.min(left, most), ' ');
}

async function* readFile({ path, bytes, from = 0 }: Extract<More, { kind: 'file' }>): AsyncGenerator<Piece, void> {
  const file = await open(path);
  try {
    let left = bytes;
    while (left > 0) {
      const piece = Buffer.allocUnsafeSlow(Math.min(left, most));
      const { bytesRead } = await file.read(piece, 0, piece.length, from + bytes - left);
      if (bytesRead === 0) throw new Error(`${path} is shorter than when the simulation began`);
      left -= bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Turns of the event loop that what was written takes to the client, before its connection breaks. */
export const turnsToArrive = 3;

/** No faster than the client reads, and no further than until it hangs up. What is broken off has arrived before. */
export const writeBody = async (
  pieces: AsyncGenerator<Piece, Ending>,
  stream: Writable,
): Promise<Ending | undefined> => {
  let next = await pieces.next();
  for (; next.done !== true; next = await pieces.next()) {
    if (stream.destroyed) {
      await pieces.return('whole');
      return undefined;
    }
    if (!stream.write(next.value)) await drained(stream);
  }
  if (next.value === 'whole') stream.end();
  else await turns(turnsToArrive);
  return next.value;
};

const drained = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    if (stream.destroyed) return resolve();
    const settle = (): void => {
      stream.off('drain', settle).off('close', settle);
      resolve();
    };
    return stream.on('drain', settle).on('close', settle);
  });
