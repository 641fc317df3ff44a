import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Simulation } from '../../src/index.ts';
import type { TransportChoice } from '../../src/simulation/open-transport.ts';
import { simulate } from '../../src/simulate.ts';
import { type Canary, openCanary } from './canary.ts';
import { directRoutes, proxyRoutes, type Route, spellings, type Targets } from './routes.ts';

/** What is said of a failure, and of all that it was caused by. */
const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const causes = [error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  return [error.message, ...causes.filter((cause) => cause !== undefined).map(describeFailure)].join(' < ');
};

/**
 * What becomes of a route: `either` where that is for the library in between to say; `garbled` where that library makes
 * nothing of it; `theirs` where it answers by itself; `unsaid` where the client may not tell why.
 */
type Fate = 'served' | 'refused' | 'either' | 'garbled' | 'unsaid' | 'theirs';

const fates: Readonly<Record<Fate, RegExp>> = {
  served: /Not Found|404|Connection Established/,
  refused: /^refused: .*stunt-double/s,
  unsaid: /^refused: /,
  theirs: /501|NOCK/,
  garbled: /Invalid URL/,
  either: /Not Found|404|Connection Established|^refused: .*(?:stunt-double|HTTP\/2 is not simulated)/s,
};

/**
 * No request to a simulated host gets out, whichever way it takes: it is served by the simulation, or refused with the
 * name of who refuses it, and what the service would have been hears nothing. Nor does a proxy.
 */
export const closed = (
  name: string,
  transport: () => TransportChoice,
  fateOf: (route: string) => Fate,
  choose: <Row>(rows: readonly Row[]) => readonly Row[] = (rows) => rows,
): void => {
  describe(`nothing gets around ${name}`, () => {
    let service: Canary;
    let proxy: Canary;
    beforeAll(async () => {
      service = await openCanary();
      proxy = await openCanary();
    });
    afterAll(async () => {
      await service.close();
      await proxy.close();
    });
    beforeEach(() => {
      service.forget();
      proxy.forget();
      delete process.env['HTTPS_PROXY'];
    });

    const begin = (stuckAfter?: number): Promise<Simulation> =>
      simulate({
        transport: transport(),
        ...(stuckAfter !== undefined && { stuckAfter }),
        hosts: {
          email: `http://127.0.0.1:${service.port}`,
          token: `https://svc.canary.test:${service.port}`,
          links: `http://plain.canary.test:${service.port}`,
        },
      });
    const targets = (): Targets => ({
      secure: `https://svc.canary.test:${service.port}/x`,
      plain: `http://plain.canary.test:${service.port}/x`,
      local: `http://127.0.0.1:${service.port}/x`,
      proxy: `http://127.0.0.1:${proxy.port}`,
    });
    const attempt = async (route: Route, fate: Fate): Promise<string> => {
      // What is held for ever need not be held for long.
      await using sim = await begin(fate === 'unsaid' ? 500 : undefined);
      return await sim.run(() => route(targets())).catch((error: unknown) => `refused: ${describeFailure(error)}`);
    };
    const routes = Object.entries({ ...directRoutes, ...proxyRoutes });
    test.each(choose(routes))('%s', async (route, take) => {
      const fate = route === 'the global WebSocket' ? 'unsaid' : fateOf(route);
      const outcome = await attempt(take, fate);

      expect([...service.heard, ...proxy.heard]).toEqual([]);
      expect(outcome).toMatch(fates[fate]);
    });

    test.each(choose(spellings))('this machine written as %s', async (host) => {
      const take = () =>
        new Promise<string>((resolve, reject) => {
          http
            .get({ host, port: service.port, path: '/x', headers: { host: `127.0.0.1:${service.port}` } }, (response) =>
              resolve(String(response.resume().statusCode)),
            )
            .on('error', reject);
        });

      const outcome = await attempt(take, fateOf(host));

      expect(service.heard).toEqual([]);
      // Not every machine knows itself by that name.
      if (host !== 'localhost.' || !outcome.includes('ENOTFOUND')) expect(outcome).toMatch(fates[fateOf(host)]);
    });
  });
};
