import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkClient } from '../../src/check/check-client.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { wrongClients } from '../rules/clients/wrong-clients.ts';
import { findOut, optionsFor, tellFound } from './power.ts';

const read = (file: string): string => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8');

const page = read('docs/power.md').split('\n');

/** What a wrong client stumbles over, a sound one gets through: or it would be the scenario that is wrong. */
const sound = importWith();

const lengths: number[] = [];

describe('every wrong client is found out within 1000 scenarios, by a short one that shows it again', () => {
  const within = Object.entries(wrongClients);

  test.each(within)(
    '%s',
    async (name, client) => {
      const failure = await findOut(name, client);

      if (failure === undefined) expect.unreachable(`${name} was not found out`);
      expect(failure.scenario.steps.length).toBeLessThanOrEqual(8);
      lengths.push(failure.scenario.steps.length);
      await expect(checkClient(client, { ...optionsFor(name), replay: failure.replay })).rejects.toMatchObject({
        symptom: { key: failure.symptom.key },
      });
      await checkClient(sound, { ...optionsFor(name), replay: failure.replay });
      expect(page, 'docs/power.md is fresh, or else: npx tsx scripts/power-page.ts').toContain(
        tellFound(name, failure),
      );
    },
    120_000,
  );

  test('half of the counterexamples have one step at most', () => {
    expect(lengths).toHaveLength(within.length);
    expect(lengths.sort((one, other) => one - other)[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(1);
  });
});
