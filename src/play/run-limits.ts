import { nativeTimers } from '../clock/real-time.ts';
import { withResolvers } from '../clock/with-resolvers.ts';
import { type Duration, ms } from '../spec/time.ts';
import type { Transport } from '../transport/gateway.ts';
import { receiveBy, take } from '../transport/way-in.ts';

export interface RunLimits {
  readonly requests: number;
  /** Virtual time. */
  readonly within: Duration;
  /** Real milliseconds. */
  readonly real: number;
}

/**
 * Why a client had to be stopped: time cannot move, it has moved too far, there were too many requests; the client keeps the
 * process busy so that neither happens; or real time was over while it still got on, which says nothing of the client.
 */
export interface Stopped {
  readonly how: 'stuck' | 'overdue' | 'flooded' | 'spinning' | 'slow';
  readonly why: string;
}

/** Stops a client that goes on without end. */
export interface Limiter {
  /** Counts what comes in, and answers no more when it is too much: no loop of requests gets past that. */
  readonly transport: Transport;
  readonly passed: Promise<Stopped>;
  /** Real time counts from here on, until what is returned is called; virtual time is read from `now`. */
  start(now: () => number): () => void;
  /** Work within the virtual time that it is given. */
  limit<T>(work: () => T | PromiseLike<T>): Promise<T>;
}

export const createLimiter = (attach: Transport, { requests, within, real }: RunLimits): Limiter => {
  const { promise: passed, resolve: stop } = withResolvers<Stopped>();
  const overdue = (): void => stop({ how: 'overdue', why: `it was not at an end after ${within}` });
  let count = 0;
  return {
    passed,
    transport: (gateway) =>
      attach({
        ...gateway,
        receive: receiveBy((request, asking) => {
          count += 1;
          if (count <= requests) take(gateway, request, asking);
          else stop({ how: 'flooded', why: `it sent more than ${requests} requests` });
        }),
      }),
    start: (now) => {
      const progress = (): string => `${now()} ${count}`;
      const half = real / 2;
      // Not by timers that somebody fakes: those go as fast as virtual time.
      // One after the other: a process that was held up as a whole still gets all of the second half.
      let timer = nativeTimers.setTimeout(() => {
        const before = progress();
        timer = nativeTimers.setTimeout(() => stop(progress() === before ? spinning(half) : slow(real)), half);
      }, half);
      return () => nativeTimers.clearTimeout(timer);
    },
    limit: async (work) => {
      // In here it is the client's timer, which goes off in virtual time.
      const timer = setTimeout(overdue, ms(within));
      try {
        return await work();
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

const spinning = (real: number): Stopped => ({
  how: 'spinning',
  why: `it kept the process busy for ${real / 1000} s of real time, without a request and without waiting for anything`,
});

const slow = (real: number): Stopped => ({
  how: 'slow',
  why: `it was given up after ${real / 1000} s of real time, and still got on`,
});
