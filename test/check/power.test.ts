import { describe, expect, test } from 'vitest';
import { checkClient } from '../../src/check/check-client.ts';
import type { CheckFailed } from '../../src/check/check-failed.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { importWith } from '../rules/clients/sound-client.ts';
import { wrongClients } from '../rules/clients/wrong-clients.ts';

/** Those that do not send all by the global `fetch`. */
const bySockets = new Set(['neverTimesOut']);

const optionsFor = (name: string) =>
  ({ transport: bySockets.has(name) ? 'sockets' : 'fetch', rules: 'all', runs: 1000 }) as const;

const findOut = async (name: string, client: Client): Promise<CheckFailed> =>
  (await checkClient(client, optionsFor(name)).then(
    () => expect.unreachable(`${name} was not found out`),
    (error: unknown) => error,
  )) as CheckFailed;

/** What a wrong client stumbles over, a sound one gets through: or it would be the story that is wrong. */
const sound = importWith();

const lengths: number[] = [];

describe('every wrong client is found out within 1000 stories, by a short one that shows it again', () => {
  const within = Object.entries(wrongClients);

  test.each(within)(
    '%s',
    async (name, client) => {
      const failure = await findOut(name, client);

      expect(failure.name).toBe('CheckFailed');
      expect(failure.scenario.steps.length).toBeLessThanOrEqual(8);
      lengths.push(failure.scenario.steps.length);
      await expect(checkClient(client, { ...optionsFor(name), replay: failure.replay })).rejects.toMatchObject({
        symptom: { key: failure.symptom.key },
      });
      await checkClient(sound, { ...optionsFor(name), replay: failure.replay });
    },
    120_000,
  );

  test('half of the stories have one step at most', () => {
    expect(lengths).toHaveLength(within.length);
    expect(lengths.sort((one, other) => one - other)[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(1);
  });
});
