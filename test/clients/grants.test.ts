import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { limits } from '../../src/spec/limits.ts';
import { ms } from '../../src/spec/time.ts';
import { bearer, sleep } from '../simulation/calls.ts';
import { grants } from './oauth.ts';

const cases = Object.entries(grants).map(([library, grant]) => ({ library, ...grant }));

const lifetime = ms(limits.tokenLifetime.value);

test.each(cases)(
  '$library gets a token of interface B, takes it for alive until $grain ms before it is refused, and never after',
  async ({ get, grain }) => {
    await using sim = await simulate();
    const { env } = sim;

    const seen = await sim.run(async () => {
      const store = await get(env);
      const look = async () => {
        const { status } = await fetch(`${env.storeUrls.reporting}/sales`, { headers: bearer(store.token) });
        return [sim.elapsed, status, store.hasExpired()];
      };
      const fresh = await look();
      await sleep(lifetime - grain);
      const last = await look();
      await sleep(1);
      const over = store.hasExpired();
      if (grain > 1) await sleep(grain - 1);
      return [fresh, last, over, await look()];
    });

    expect(seen).toEqual([[0, 200, false], [lifetime - grain, 200, false], true, [lifetime, 403, true]]);
    const [request] = sim.trace.entries.filter((entry) => entry.kind === 'request');
    expect(request).toMatchObject({
      operation: 'requestToken',
      request: { body: expect.stringContaining('grant_type=client_credentials') as unknown },
    });
  },
);
