import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { allRules, findRule } from '../../src/rules/catalogue.ts';
import { judgeTrace } from '../../src/rules/judge-trace.ts';
import { chooseRules, type RuleChoice } from '../../src/rules/rule-choice.ts';
import { ruleIds } from '../../src/rules/catalogue.ts';
import { defaultAssumptions } from '../../src/spec/assumptions.ts';
import { limits } from '../../src/spec/limits.ts';
import type { Entry } from '../../src/trace/entry.ts';

const context = { assumptions: defaultAssumptions, limits };

/** A second answer to one request: S15 is broken. */
const broken: readonly Entry[] = [
  { at: 0, kind: 'began', epoch: '2024-02-29T00:00:00.000Z', seed: 0 },
  { at: 5, kind: 'arrived', exchange: 1 },
];

test('the catalogue is whole and in its order, each rule under an id and a name of its own', () => {
  expect(allRules.map(({ id }) => id)).toEqual(ruleIds);
  expect(new Set(ruleIds).size).toBe(allRules.length);
  expect(new Set(allRules.map(({ name }) => name)).size).toBe(allRules.length);
  expect(allRules.every(({ id, judges }) => judges === (id.startsWith('S') ? 'service' : 'client'))).toBe(true);
});

test('what holds for the service is a must throughout', () => {
  expect(allRules.filter(({ judges, level }) => judges === 'service' && level !== 'must')).toEqual([]);
});

test('every rule is judged, in the order of the catalogue, at its own level', () => {
  const judgements = judgeTrace(broken, context);

  expect(judgements.map(({ rule }) => rule.id)).toEqual(ruleIds);
  expect(judgements.every(({ rule, level }) => rule.level === level)).toBe(true);
});

test('a trace of nothing breaks nothing', () => {
  const judgements = judgeTrace([], context);

  expect(judgements.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
});

test('what is broken says when, where and how', () => {
  const [judgement] = judgeTrace(broken, context).filter(({ rule }) => rule.id === 'S15');

  expect(judgement).toMatchObject({ verdict: 'broken', evidence: [{ at: 5 }] });
});

describe('a choice of rules', () => {
  const choose = (choice?: RuleChoice): readonly string[] =>
    chooseRules(choice, 'test').map(({ rule, level }) => `${rule.id} ${level}`);

  const stated = ruleIds.map((id) => `${id} ${findRule(id).level}`);

  test.each<{ choice: RuleChoice | undefined; chosen: readonly string[] }>([
    { choice: undefined, chosen: stated },
    { choice: {}, chosen: stated },
    { choice: 'all', chosen: ruleIds.map((id) => `${id} must`) },
    { choice: 'must', chosen: stated.filter((one) => one.endsWith('must')) },
    { choice: 'none', chosen: [] },
  ])('$choice', ({ choice, chosen }) => {
    expect(choose(choice)).toEqual(chosen);
  });

  test('by id a rule is switched off or given another level, and the others stay', () => {
    const chosen = choose({ S1: 'off', C1: 'should', C14: 'must' });

    expect(chosen).toHaveLength(allRules.length - 1);
    expect(chosen.filter((one) => !stated.includes(one))).toEqual(['C1 should', 'C14 must']);
  });

  test.each<{ choice: unknown; what: string; hint: string }>([
    { choice: 'everything', what: '"everything" is no choice of rules', hint: 'write "all", "must", "none"' },
    { choice: 7, what: 'this is no choice of rules', hint: 'write "all", "must", "none"' },
    { choice: ['C1'], what: 'this is no choice of rules', hint: 'write "all", "must", "none"' },
    { choice: null, what: 'this is no choice of rules', hint: 'write "all", "must", "none"' },
    { choice: { C99: 'off' }, what: 'there is no rule "C99"', hint: 'did you mean "C9' },
    { choice: { c14: 'off' }, what: 'there is no rule "c14"', hint: 'did you mean "C14"?' },
    { choice: { 'inside-the-hour': 'off' }, what: 'no rule "inside-the-hour"', hint: 'did you mean "C11"' },
    { choice: { 'no-blind-retries': 'off' }, what: 'no rule "no-blind-retries"', hint: 'did you mean "C6", no-blind' },
    { choice: { xyzzyxyzzy: 'off' }, what: 'there is no rule "xyzzyxyzzy"', hint: 'known: S1, S2' },
    { choice: { C14: 'on' }, what: 'C14 cannot be "on"', hint: 'write "off", "should" or "must"' },
    { choice: { C14: false }, what: 'C14 cannot be false', hint: 'write "off", "should" or "must"' },
  ])('$choice is refused: $what', ({ choice, what, hint }) => {
    const act = (): unknown => judgeTrace([], context, choice as RuleChoice, 'simulate({ rules })');

    expect(act).toThrow(
      expect.objectContaining({
        name: 'Misuse',
        code: 'BAD_OPTION',
        place: 'simulate({ rules })',
        what: expect.stringContaining(what) as string,
        hint: expect.stringContaining(hint) as string,
      }),
    );
  });
});

test('a request of no operation is named in what is found by where it went', async () => {
  await using sim = await simulate({ transport: 'fetch' });
  const url = `${sim.env.regions['eu-west-1']}/orders/data-queries/1`;
  const headers = { authorization: `Bearer ${sim.env.customer.accessToken}` };
  await sim.run(async () => {
    await fetch(url, { headers });
    await fetch(url, { headers });
  });

  const found = sim.judge().find(({ rule }) => rule.id === 'C6');

  const text = `GET ${url} repeated #1 unchanged, which was refused with 404 RESOURCE_NOT_FOUND`;
  expect(found).toMatchObject({ verdict: 'broken', evidence: [{ text }] });
});
