import type { Readable, Writable } from 'node:stream';
import { nativeTimers } from '../clock/real-time.ts';
import type { Ending } from './http/body.ts';
import { bodyLimit } from './http/message.ts';
import type { Piece } from './pour.ts';

/** Turns of the event loop that what was written takes to the client, before its connection breaks. */
export const turnsToArrive = 3;

/** Settles after so many turns of the event loop. */
export const turn = async (times: number): Promise<void> => {
  for (let passed = 0; passed < times; passed++) await new Promise((resolve) => nativeTimers.setImmediate(resolve));
};

/** No faster than the client reads, and no further than until it hangs up. What is broken off has arrived before. */
export const sendBody = async (
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
  else await turn(turnsToArrive);
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

/** A request cut off within its body never reaches the service. */
export const readBody = (request: Readable, done: (body: string) => void): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    if (size < bodyLimit) chunks.push(chunk.subarray(0, bodyLimit - size));
    size += chunk.length;
  });
  request.once('end', () => done(Buffer.concat(chunks).toString('utf8')));
};

/** Fields that came several times are one. */
export const joinFields = (fields: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) joined[name] = typeof value === 'string' ? value : value.join(', ');
  return joined;
};
