import { type Duration, ms } from '../spec/time.ts';
import type { Transport } from '../transport/gateway.ts';

export interface RunLimits {
  readonly requests: number;
  /** Virtual time. */
  readonly within: Duration;
  /** Real milliseconds. */
  readonly real: number;
}

/** Why a client had to be stopped: time cannot move, it has moved too far, or there were too many requests. */
export interface Stopped {
  readonly how: 'stuck' | 'overdue' | 'flooded';
  readonly why: string;
}

/** Stops a client that goes on without end. */
export interface Limiter {
  /** Counts what comes in, and answers no more when it is too much: no loop of requests gets past that. */
  readonly transport: Transport;
  readonly passed: Promise<Stopped>;
  /** Real time counts from here on, until what is returned is called. */
  start(): () => void;
  /** Work within the virtual time that it is given. */
  limit<T>(work: () => T | PromiseLike<T>): Promise<T>;
}

export const createLimiter = (attach: Transport, { requests, within, real }: RunLimits): Limiter => {
  let stop: (stopped: Stopped) => void = () => {};
  const passed = new Promise<Stopped>((resolve) => {
    stop = resolve;
  });
  const overdue = (): void => stop({ how: 'overdue', why: `it was not at an end after ${within}` });
  let count = 0;
  return {
    passed,
    transport: (gateway) =>
      attach({
        ...gateway,
        receive: (...request) => {
          count += 1;
          if (count <= requests) return gateway.receive(...request);
          stop({ how: 'flooded', why: `it sent more than ${requests} requests` });
          return new Promise(() => {});
        },
      }),
    start: () => {
      const timer = setTimeout(overdue, real);
      return () => clearTimeout(timer);
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
