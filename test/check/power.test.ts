import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askAll, candidates, type Wrong } from '../../scripts/power/candidates.ts';
import { type Example, findExample } from '../../scripts/power/find-example.ts';
import { checkClient } from '../../src/check/check-client.ts';
import { readToken } from '../../src/language/replay-token.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { wrongClients } from '../rules/clients/wrong-clients.ts';
import { sampled } from '../sampled.ts';

const read = (file: string): string => readFileSync(resolve(import.meta.dirname, file), 'utf8');

/** The counterexample by which each wrong client is found: both are written by `npx tsx scripts/power.ts --page`. */
const lines = read('power.jsonl').trimEnd().split('\n');
const found = lines.map((line) => JSON.parse(line) as Example & { readonly client: string });
const examples: Readonly<Record<string, Example>> = Object.fromEntries(
  found.map(({ client, ...example }) => [client, example]),
);
const page = read('../../docs/power.md').split('\n');

const fresh = 'docs/power.md is fresh, or else: npx tsx scripts/power.ts --page';

const pairs = candidates.flatMap((wrong): readonly (readonly [string, Wrong, Example])[] => {
  const example = examples[wrong.name];
  return example === undefined ? [] : [[wrong.name, wrong, example]];
});

/** What a wrong client stumbles over, a sound one gets through: or it would be the scenario that is wrong. */
const sound = importWith();

describe('a wrong client breaks its counterexample, and a sound one gets through it', () => {
  test.each(sampled(pairs, { every: 12, kind: ([, , { rule }]) => rule }))('%s', async (_, wrong, { rule, replay }) => {
    const options = { ...askAll(wrong), replay };

    // It may be told for another of the rules that it breaks than where it was found.
    await expect(checkClient(wrong.client, options)).rejects.toThrow(
      new RegExp(`^(?:${rule}\\b.* is broken|broken besides: .*\\b${rule}\\b)`, 'm'),
    );
    await checkClient(sound, options);
  });

  test('by eight steps at most, half of them by one', () => {
    const lengths = pairs.map(([, , { replay }]) => readToken(replay).scenario.steps.length);
    const sorted = lengths.sort((one, other) => one - other);

    expect(sorted.at(-1)).toBeLessThanOrEqual(8);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(1);
  });
});

describe('the page of power', () => {
  const rowsWith = (name: string): readonly string[] => page.filter((row) => row.startsWith(`| ${name} |`));

  test.each(candidates.map((wrong) => [wrong.name, wrong] as const))('has %s once', (name, wrong) => {
    const breaks = examples[name]?.rule ?? 'not found';
    const row = `| ${name} | ${wrong.does} | ${wrong.level} | ${breaks}`;

    expect(rowsWith(name), fresh).toEqual([expect.stringContaining(row)]);
  });

  test('and its counterexamples are of clients that there are', () => {
    const known = new Set(candidates.map(({ name }) => name));

    expect(Object.keys(examples).filter((name) => !known.has(name))).toEqual([]);
  });

  test('each client that stands for a rule is found', () => {
    expect(Object.keys(wrongClients).filter((name) => examples[name] === undefined)).toEqual([]);
  });
});

describe('the same seed leads to the same counterexample', () => {
  test.each(sampled(['neverRetries', 'refusesRepeats'], { every: 2 }))('%s', async (name) => {
    const [, wrong, example] = pairs.find(([known]) => known === name) ?? [];
    if (wrong === undefined || example === undefined) expect.unreachable(`${name} has no counterexample`);

    expect(await findExample(wrong, [example.seed], 1000), fresh).toEqual(example);
  });
});
