import { undiciOfNode } from '../runtime.ts';

/*
 * What becomes of a body that is there as a whole when its request is aborted. Node's `fetch` has it in pieces, and drops them:
 * whoever has not read all of it by then gets the reason of the signal.
 */

/** The body as a stream. It asks for the signal as it is read, so that nobody need listen to one that may be there for ever. */
export const giveUntil = (gone: AbortSignal, text: string): ReadableStream => {
  let isGiven = text === '';
  return new ReadableStream({
    type: 'bytes',
    pull: (controller) => {
      gone.throwIfAborted();
      if (isGiven) {
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      isGiven = true;
      controller.enqueue(new TextEncoder().encode(text));
    },
    cancel: () => gone.throwIfAborted(),
  });
};

/** Whoever reads it as a whole waits for it, if only for a moment, in which the request may be aborted. */
export const staysFor = async (gone: AbortSignal): Promise<void> => {
  await Promise.resolve();
  gone.throwIfAborted();
};

/** Undici 6, in Node 20 and 22, has an error of its own for whoever begins to read it as a whole after that. */
const hasOwnError = undiciOfNode < 7;

export const refuseAborted = (gone: AbortSignal | undefined): void => {
  if (hasOwnError && gone?.aborted === true) throw new DOMException('The operation was aborted.', 'AbortError');
};
