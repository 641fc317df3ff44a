import { cutShort, ended, reset } from './network-errors.ts';
import type { Ending } from './http/body.ts';
import type { Piece } from './pour.ts';

/**
 * A response's body that is made as it is read: nothing is ahead of the reader. As with `fetch`, it fails with the reason
 * of the aborted signal, or with a `TypeError` when the rest cannot be had.
 */
export const streamBody = (pieces: AsyncGenerator<Piece, Ending>, gone: AbortSignal): ReadableStream<Piece> => {
  let abort = (): void => undefined;
  const leave = (): void => gone.removeEventListener('abort', abort);
  return new ReadableStream({
    type: 'bytes',
    start: (controller) => {
      abort = () => {
        controller.error(gone.reason);
        void pieces.return('whole');
      };
      gone.addEventListener('abort', abort, { once: true });
    },
    pull: async (controller) => {
      const next = await pieces.next().catch(cutShort);
      if (gone.aborted) return;
      if (next instanceof Error || next.done === true) leave();
      if (next instanceof Error) throw terminated(next);
      if (next.done !== true) return controller.enqueue(next.value);
      if (next.value !== 'whole') throw terminated(next.value === 'reset' ? reset() : ended());
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: async () => {
      leave();
      await pieces.return('whole');
    },
  });
};

const terminated = (cause: Error): Error => new TypeError('terminated', { cause });
