import axios from 'axios';
import { expect, test } from 'vitest';
import { checkClient } from '../../src/check/check-client.ts';
import { CheckFailed } from '../../src/check/check-failed.ts';
import type { CheckOptions } from '../../src/check/options.ts';
import type { Client } from '../../src/index.ts';
import { sampled } from '../sampled.ts';
import { importWith } from '../rules/clients/reference-client.ts';

/** Of how requests come in a check decides by itself, and finds the same whatever it takes. */

const quiet: CheckOptions = { runs: 3, onRecommendation: () => undefined };
const sound = importWith();

/** What a check tells of a client, but for the time it took. */
const findings = async (client: Client, options: CheckOptions): Promise<unknown> => {
  try {
    const { elapsed: _, transport: __, ...report } = await checkClient(client, { ...quiet, ...options });
    return report;
  } catch (error) {
    if (!(error instanceof CheckFailed)) throw error;
    return { message: error.message, symptom: error.symptom, file: error.file, timeline: error.timeline };
  }
};

test('a client that sends all by the global fetch is checked by it', async () => {
  expect((await checkClient(sound, quiet)).transport).toBe('fetch');
});

test('one that sends something by another way is checked by sockets', async () => {
  const mixed: Client = async (env) => {
    await axios.get(env.tokenUrl, { validateStatus: null }).catch(() => undefined);
    return sound(env);
  };

  expect((await checkClient(mixed, quiet)).transport).toBe('sockets');
});

test('so is one that does so only where something has gone wrong, from then on', async () => {
  const fallsBack: Client = async (env) => {
    const probe = await fetch(env.tokenUrl, { method: 'POST' }).catch(() => undefined);
    if (probe === undefined || probe.status >= 500)
      await axios.get(env.tokenUrl, { validateStatus: null }).catch(() => undefined);
    return sound(env);
  };
  // By this seed one of them has the token request fail.
  const found = await checkClient(fallsBack, { ...quiet, seed: 1, runs: 30, modes: ['any'], rules: 'none' });

  expect(found.transport).toBe('sockets');
});

const others = [
  ['that keeps all rules', {}],
  ['that never pauses', { conflictWait: 0 }],
  ['that lists what was canceled', { listsCanceled: true }],
] as const;

test.each(sampled(others, { every: 3 }))('what is found of a client %s does not depend on it', async (_, override) => {
  const client = importWith(override);

  expect(await findings(client, {})).toEqual(await findings(client, { transport: 'sockets' }));
});
