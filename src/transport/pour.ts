import { open } from 'node:fs/promises';
import { nativeTimers } from '../clock/real-time.ts';
import type { More } from '../core/wire.ts';
import type { Door } from './gateway.ts';
import type { Framed } from './http/message.ts';

/** In memory of its own, so that it can be handed on for good. */
export type Piece = Uint8Array<ArrayBuffer>;

/** Bytes of one piece, which is all that is ever held. */
const most = 64 * 1024;

/**
 * The bytes of a body, a piece at a time, each made when it is asked for. Every piece takes a turn of the event loop, as
 * over a network, and is told to the simulation: so time stands still while a client reads, however long that takes in
 * reality, and moves while it does not.
 */
export async function* pour(door: Door, { body, more }: Framed): AsyncGenerator<Piece, void> {
  if (body !== null && body !== '') yield new TextEncoder().encode(body);
  if (more === undefined) return;
  for await (const piece of make(more)) {
    await new Promise((resolve) => nativeTimers.setImmediate(resolve));
    door.enter(() => undefined);
    yield piece;
  }
}

const make = (more: More): AsyncGenerator<Piece, void> =>
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
