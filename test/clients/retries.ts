import Bottleneck from 'bottleneck';
import { handleWhenResult, IterableBackoff, retry, timeout as limitTime, TimeoutStrategy } from 'cockatiel';
import pRetry from 'p-retry';
import { globalFetch, sendByFetch } from './fetches.ts';
import {
  type Answer,
  type Calls,
  type Fetch,
  isRetried,
  makeCalls,
  type Send,
  sleep,
  type WildClient,
  waits,
} from './wild-client.ts';

/** Libraries that repeat or hold back whatever they are given; here a `fetch`. */

/** For those that retry errors only. */
const orThrow = ({ status, text }: Answer): Answer => {
  if (isRetried(status)) throw new Error(`${status}: ${text}`);
  return { status, text };
};

/** What its doubled waits of 1, 2, 4, 8, 16 s lack. */
const lacking = waits.map((wait, index) => wait - 1000 * 2 ** index);

const callsByPRetry = (fetch: Fetch): Calls => {
  const send = sendByFetch(fetch);
  return makeCalls(send, (call) =>
    pRetry(async () => orThrow(await send(call)), {
      retries: waits.length,
      minTimeout: 1000,
      factor: 2,
      onFailedAttempt: async ({ attemptNumber }) => {
        const more = lacking[attemptNumber - 1] ?? 0;
        if (more > 0) await sleep(more);
      },
    }),
  );
};

const callsByCockatiel = (fetch: Fetch): Calls => {
  const send = sendByFetch(fetch);
  const policy = retry(
    handleWhenResult((answer) => isRetried((answer as Answer).status)),
    { maxAttempts: waits.length, backoff: new IterableBackoff(waits) },
  );
  const sendInTime: Send = ({ timeout, ...call }) =>
    timeout === undefined ? send(call) : limitTime(timeout, TimeoutStrategy.Aggressive).execute(() => send(call));
  return makeCalls(sendInTime, (call) => policy.execute(() => send(call)));
};

const callsByBottleneck = (fetch: Fetch): Calls => {
  const send = sendByFetch(fetch);
  const sendInTime: Send = ({ timeout, ...call }) =>
    timeout === undefined ? send(call) : new Bottleneck().schedule({ expiration: timeout }, () => send(call));
  return makeCalls(sendInTime, (call) => {
    const limiter = new Bottleneck();
    limiter.on('failed', async (_error, { retryCount }) => waits[retryCount]);
    return limiter.schedule(async () => orThrow(await send(call)));
  });
};

export const retryLibraries: readonly WildClient[] = [
  {
    name: 'p-retry',
    packages: ['p-retry'],
    layer: 'global fetch',
    retries: 'itself',
    calls: callsByPRetry(globalFetch),
    over: callsByPRetry,
    timeout: 'none',
    caveat: 'Its waits double; `onFailedAttempt` makes them longer.',
  },
  {
    name: 'cockatiel',
    packages: ['cockatiel'],
    layer: 'global fetch',
    retries: 'itself',
    calls: callsByCockatiel(globalFetch),
    over: callsByCockatiel,
    timeout: { error: { message: /^Operation timed out after 5000ms$/ } },
  },
  {
    name: 'bottleneck',
    packages: ['bottleneck'],
    layer: 'global fetch',
    retries: 'itself',
    calls: callsByBottleneck(globalFetch),
    over: callsByBottleneck,
    // It counts from before the timer of 0 that begins a job, which takes 1 ms.
    timeout: { error: { message: /^This job timed out after 5000 ms\.$/ }, grace: -1 },
    lag: { before: 3, after: 1 },
    caveat:
      'Make limiters within the run: they remember `Date.now()`, and one from real time waits for years of virtual time. The first two jobs are a millisecond closer than `minTime`, in reality too, so that 200 ms are more than 5 in a second. Its `expiration` leaves the request running.',
  },
];
