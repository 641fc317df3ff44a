import { realTime } from './real-time.ts';

/** Real milliseconds in which a client does something next: with an answer that it got, and with news that reach it. */
const afterAnswer = 5;
const afterNews = 25;

/** Real milliseconds between two looks. */
const interval = 2;

/**
 * Tells when those who cannot be looked into have come to rest, as far as the service can see: nothing of theirs is under way
 * that needs no time, and for a moment nothing has been.
 */
export interface Calm {
  /** Something came, or was answered. */
  noteTraffic(): void;
  /** Something happened by itself, which may reach the client. */
  noteNews(): void;
  /** Settles with the calm, or when what is under way has taken so many real milliseconds; never while there is a hold. */
  settle(patience: number): Promise<void>;
  hold(): () => void;
  /** Nobody waits any more. */
  end(): void;
}

export const createCalm = (isBusy: () => boolean): Calm => {
  const holds = new Set<object>();
  let restsFrom = 0;
  let isOver = false;
  const restAfter = (pause: number): void => {
    restsFrom = Math.max(restsFrom, realTime.now() + pause);
  };
  return {
    noteTraffic: () => restAfter(afterAnswer),
    noteNews: () => restAfter(afterNews),
    settle: async (patience) => {
      const enough = realTime.now() + patience;
      for (;;) {
        const now = realTime.now();
        const isAtWork = isBusy();
        if (isAtWork) restAfter(afterAnswer);
        if (isOver || (holds.size === 0 && ((!isAtWork && now >= restsFrom) || now > enough))) return;
        await realTime.sleep(isAtWork || holds.size > 0 ? interval : Math.max(1, restsFrom - now));
      }
    },
    hold: () => {
      const hold = {};
      holds.add(hold);
      return () => void holds.delete(hold);
    },
    end: () => {
      isOver = true;
    },
  };
};
