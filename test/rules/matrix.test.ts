import { describe, expect, test } from 'vitest';
import { sampled } from '../sampled.ts';
import { correctClients, transportOf } from './clients/correct-clients.ts';
import { transportOf as wayOf, wrongClients } from './clients/wrong-clients.ts';
import { findings, missing } from './findings.ts';
import { brokenBy, judgeClient, runClient, shown } from './run-client.ts';
import { scenarios } from './scenarios.ts';

/** Rules × clients: what each wrong client is found by, and that no correct one is found by anything. */

describe('a wrong client is found out', () => {
  test.each(sampled(findings, { every: 9, kind: ([, , [rule = '']]) => rule }))(
    '%s: %s breaks %j',
    async (client, scenario, rules) => {
      const history = await runClient(scenarios[scenario], wrongClients[client], wayOf(client));

      expect(brokenBy(history)).toEqual(rules);
      expect(brokenBy(shown(history))).toEqual(rules);
    },
  );

  test('every one of them, and every rule finds one', () => {
    expect(missing).toEqual([]);
  });
});

const names = Object.keys(correctClients);

describe.each(Object.entries(correctClients))('no rule is broken by a correct client: %s', (name, client) => {
  test.each(sampled(Object.entries(scenarios), { every: 24, from: names.indexOf(name) }))(
    '%s',
    async (_scenario, scenario) => {
      const history = await runClient(scenario, client, transportOf(name));

      expect(brokenBy(history)).toEqual([]);
      expect(brokenBy(shown(history))).toEqual([]);
    },
  );
});

test.each(sampled(Object.entries(correctClients), { every: 4 }))(
  'a clock that is off is known to do no harm: %s',
  async (name, client) => {
    for (const scenario of ['clockIsBehind', 'clockIsAhead'] as const) {
      expect(judgeClient(await runClient(scenarios[scenario], client, transportOf(name))).get('C25')).toEqual({
        verdict: 'held',
      });
    }
  },
);

test('evidence holds no secret', async () => {
  const histories = await Promise.all(
    findings
      .slice(0, 8)
      .map(async ([client, scenario]) => runClient(scenarios[scenario], wrongClients[client], wayOf(client))),
  );

  for (const history of histories) {
    const said = JSON.stringify([...judgeClient(history).values()]);
    for (const { token, refreshToken } of history.world?.tokens ?? []) {
      expect(said).not.toContain(token);
      expect(said).not.toContain(refreshToken);
    }
    for (const { secret } of history.world?.applications ?? []) expect(said).not.toContain(secret);
  }
});
