import type { Send } from './clients.ts';
import { type Contender, each, eachAnew } from './contender.ts';
import { customersAtOnce, exchangeNames, type Requests } from './exchanges.ts';

const single = { token: 1000, create: 1000, refused: 1000, list: 100 } as const;

interface Wishes {
  /** What part of the usual number is asked. */
  readonly share?: number;
  /** Comes before requests that nobody has sent. */
  readonly renew?: () => Promise<void>;
  /** Comes behind them, for those that are sent again. */
  readonly settle?: () => Promise<unknown>;
}

const nothing = async (): Promise<void> => undefined;

/** The cases of one who answers requests. */
export const requestCases = (
  send: Send,
  requests: Requests,
  { share = 1, renew = nothing, settle = nothing }: Wishes,
): Contender['cases'] => {
  let at = 0;
  const part = (times: number): number => Math.max(1, Math.round(times * share));
  const trip = async (): Promise<void> => {
    for (const name of exchangeNames) await send(requests.again(name));
  };
  const freshTrip = async (): Promise<void> => {
    at += 1;
    const own = at;
    for (const name of exchangeNames) await send(requests.anew(name, own));
  };
  /** As many as there are customers, and that several times. */
  const fresh =
    (rounds: number, times: number, work: (at: number) => Promise<unknown>): (() => Promise<number>) =>
    async () => {
      const spent = await eachAnew(part(rounds), renew, times, work)();
      await settle();
      return spent;
    };
  const crowd = (work: () => Promise<void>) => (): Promise<unknown> => Promise.all(Array.from({ length: 16 }, work));
  const six = Math.floor(customersAtOnce / 16);
  return {
    ...Object.fromEntries(
      exchangeNames.map((name) => [name, each(part(single[name]), () => send(requests.again(name)))]),
    ),
    trip: each(part(100), trip),
    crowd: async () => (await each(part(6), crowd(trip))()) / 16,
    freshCreate: fresh(10, customersAtOnce, () => send(requests.anew('create', at++))),
    freshList: fresh(1, customersAtOnce, () => send(requests.anew('list', at++))),
    freshTrip: fresh(1, customersAtOnce, freshTrip),
    freshCrowd: async () => (await fresh(1, six, crowd(freshTrip))()) / 16,
  };
};
