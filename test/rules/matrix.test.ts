import { describe, expect, test } from 'vitest';
import { clientRules } from '../../src/rules/catalogue.ts';
import { correctClients } from './clients/correct-clients.ts';
import { wrongClients } from './clients/wrong-clients.ts';
import { found, type WrongClient } from './findings.ts';
import { brokenBy, judgeClient, play, shown } from './play.ts';
import { stories, type StoryName } from './stories.ts';

/** Rules × clients: what each wrong client is found by, and that no correct one is found by anything. */

const rows = found.split('\n').flatMap((line) => {
  const [client = '', story = '', ...rules] = line.trim().split(/\s+/);
  return client === '' ? [] : [{ client: client as WrongClient, story: story as StoryName, rules }];
});

describe('a wrong client is found out', () => {
  test.each(rows)('$client: $story breaks $rules', async ({ client, story, rules }) => {
    const played = await play(stories[story], wrongClients[client]);

    expect(brokenBy(played)).toEqual(rules);
    expect(brokenBy(shown(played))).toEqual(rules);
  });

  test('every one of them, and every rule finds one', () => {
    expect(new Set(rows.map(({ client }) => client))).toEqual(new Set(Object.keys(wrongClients)));
    expect([...new Set(rows.flatMap(({ rules }) => rules))].toSorted()).toEqual(
      clientRules.map(({ id }) => id).toSorted(),
    );
  });
});

describe.each(Object.entries(correctClients))('no rule is broken by a correct client: %s', (_name, client) => {
  test.each(Object.entries(stories))('%s', async (_story, told) => {
    const played = await play(told, client);

    expect(brokenBy(played)).toEqual([]);
    expect(brokenBy(shown(played))).toEqual([]);
  });
});

test.each(Object.entries(correctClients))('a clock that is off is known to do no harm: %s', async (_name, client) => {
  for (const story of ['clockIsBehind', 'clockIsAhead'] as const) {
    expect(judgeClient(await play(stories[story], client)).get('C25')).toEqual({ verdict: 'held' });
  }
});

test('evidence holds no secret', async () => {
  const played = await Promise.all(
    rows.slice(0, 8).map(async ({ client, story }) => play(stories[story], wrongClients[client])),
  );

  for (const story of played) {
    const said = JSON.stringify([...judgeClient(story).values()]);
    for (const { token, refreshToken } of story.world?.tokens ?? []) {
      expect(said).not.toContain(token);
      expect(said).not.toContain(refreshToken);
    }
    for (const { secret } of story.world?.applications ?? []) expect(said).not.toContain(secret);
  }
});
