import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type KindName, kindNames, kindOf, kindsFor } from '../../src/check/arbitraries/kinds.ts';
import { createScenarios } from '../../src/check/arbitraries/scenarios.ts';
import type { ClientProfile } from '../../src/check/client-profile.ts';
import { type Mode, modeOf, modes } from '../../src/check/trial/mode.ts';
import type { Scenario, StepAction, Trigger } from '../../src/language/ast.ts';
import { unbounded } from '../../src/language/words.ts';
import type { RefusalName } from '../../src/spec/refusals.ts';
import { ms } from '../../src/spec/time.ts';
import { fullProfile } from './full-profile.ts';

const seeds = [1, 2, 3] as const;
const turns = 600;

interface Drawn {
  readonly kind: KindName;
  readonly scenario: Scenario;
}

const drawnBy = (seed: number): readonly Drawn[] => {
  const scenarios = createScenarios(fc, { profile: fullProfile, seed, modes });
  return Array.from({ length: turns }, (_, index) => scenarios.at(index + 1)).flatMap((one) =>
    one.kind === undefined ? [] : [{ kind: one.kind, scenario: one.scenario }],
  );
};

const drawn = new Map(seeds.map((seed) => [seed, drawnBy(seed)]));
const all = [...drawn.values()].flat();

interface Told {
  readonly trigger: Trigger;
  readonly action: StepAction;
}

const toldIn = ({ steps }: Scenario): readonly Told[] =>
  steps.flatMap(({ trigger, action }) => (action.do === 'together' ? [] : [{ trigger, action }]));

const exchangeOf = ({ trigger }: Told): string => (trigger.kind === 'on' ? trigger.exchange : trigger.kind);
const pageOf = ({ trigger }: Told): number => trigger.where?.page ?? 0;
const isFault = ({ action }: Told): boolean => action.do === 'fail' || action.do === 'fault';

const tellsWhen = (scenario: Scenario): boolean =>
  scenario.assumptions['limits.retryAfter'] !== undefined &&
  count(scenario, ({ action }) => action.do === 'fail' && action.times === 3) > 0;

const isEndless = ({ action }: Told): boolean => action.do === 'fail' && action.times === unbounded;
const isRow = ({ action }: Told, row: RefusalName): boolean =>
  action.do === 'fail' && action.failure.kind === 'row' && action.failure.row === row;

const pages = ({ customers, assumptions }: Scenario): number =>
  Math.ceil(Number(customers[0]?.records) / Number(assumptions['list.mostPerPage'] ?? fullProfile.pageSize));

const count = (scenario: Scenario, isMeant: (told: Told) => boolean): number => toldIn(scenario).filter(isMeant).length;

/** What has to be in a scenario of each kind. */
const shows: Readonly<Record<KindName, (scenario: Scenario) => boolean>> = {
  longListing: (scenario) => pages(scenario) >= 5 && pages(scenario) <= 20,
  faultOnPage: (scenario) => count(scenario, (told) => pageOf(told) > 1) > 0 && pages(scenario) > 1,
  twoFaultsInListing: (scenario) =>
    new Set(
      toldIn(scenario)
        .map(pageOf)
        .filter((page) => page > 0),
    ).size > 1 && pages(scenario) > 2,
  encodedPageToken: (scenario) => scenario.assumptions['list.tokenText'] !== undefined && pages(scenario) > 1,
  lastPageToken: ({ assumptions }) => ['empty-string', 'null'].includes(assumptions['list.lastPage'] ?? ''),
  pauseInListing: (scenario) => count(scenario, ({ action }) => action.do === 'elapse') > 0 && pages(scenario) > 1,
  deadLinks: (scenario) =>
    count(
      scenario,
      (told) =>
        exchangeOf(told).startsWith('download') && told.action.do === 'elapse' && ms(told.action.duration) < ms('1h'),
    ) > 0,
  lastingRefusal: (scenario) => count(scenario, isEndless) > 0,
  lastingExpiry: (scenario) => count(scenario, (told) => isEndless(told) && isRow(told, 'tokenExpired')) > 0,
  lastingConflict: (scenario) =>
    count(scenario, (told) => isEndless(told) && isRow(told, 'requestConflict')) > 0 ||
    (scenario.customers[0]?.collects === 'held' && scenario.assumptions['cache.beforeConflict'] === 'conflict'),
  lostNotification: (scenario) => count(scenario, ({ action }) => action.do === 'loseNotification') > 0,
  revokedToken: (scenario) => count(scenario, ({ action }) => action.do === 'revokeToken') > 0,
  missedHours: (scenario) => count(scenario, (told) => exchangeOf(told) === 'notification') > 1,
  expiriesInARow: (scenario) => count(scenario, ({ action }) => action.do === 'expireToken') > 1,
  rotatedRefreshToken: (scenario) =>
    scenario.assumptions['login.refreshRotation'] === 'rotates' &&
    count(scenario, ({ action }) => action.do === 'expireToken') > 1,
  renewalFault: (scenario) =>
    count(scenario, ({ action }) => action.do === 'expireToken') > 0 &&
    count(scenario, (told) => exchangeOf(told) === 'requestToken') > 0,
  shortTokens: ({ assumptions }) => ['1s', '60s'].includes(assumptions['token.lifetime'] ?? ''),
  accessRefused: ({ steps }) => steps.length > 0,
  lostCreate: (scenario) => count(scenario, (told) => exchangeOf(told) === 'createDataQuery' && isFault(told)) > 0,
  lostMail: (scenario) => count(scenario, (told) => exchangeOf(told) === 'sendEmail' && isFault(told)) > 0,
  brokenConnection: (scenario) => count(scenario, isFault) === 1,
  slowAnswer: (scenario) => count(scenario, isFault) >= 1 || tellsWhen(scenario),
  reportingToken: (scenario) => count(scenario, (told) => exchangeOf(told) === 'callReporting') > 0,
  submissionToken: (scenario) => count(scenario, (told) => exchangeOf(told) === 'callSubmission') > 0,
  manyRecords: ({ customers }) => Number(customers[0]?.records) > 300,
  allAtOnce: ({ customers }) =>
    customers.length > 1 &&
    new Set(customers.map(({ collects }) => collects)).size === 1 &&
    Number(customers[0]?.records) > 3 &&
    customers.at(-1)?.records === 3,
  givenUpInListing: (scenario) =>
    pages(scenario) > 1 && count(scenario, ({ action }) => action.do === 'fault' && action.times >= 3) > 0,
  pauseForAll: (scenario) =>
    scenario.customers.length > 1 && count(scenario, ({ action }) => action.do === 'elapse') > 0,
  severalScopes: ({ customers }) => new Set(customers.map(({ scope }) => scope)).size > 1,
  severalCustomers: ({ customers }) => new Set(customers.map(({ id }) => id)).size > 1,
};

/** As often as all kinds of a mode have had their turn, by weight. */
const least = (mode: Mode, kind: KindName, seed: number): number => {
  const ofMode = (drawn.get(seed as 1) ?? []).filter(({ scenario }) => modeOf(scenario) === mode);
  const weights = kindsFor(mode, fullProfile).reduce((sum, name) => sum + kindOf(name).weight, 0);
  return Math.floor(ofMode.length / weights) * kindOf(kind).weight;
};

test.each(seeds)(
  'the first hundred scenarios of seed %i, as many as a check plays, have each kind in each of its modes',
  (seed) => {
    const scenarios = createScenarios(fc, { profile: fullProfile, seed, modes });
    const first = Array.from({ length: 100 }, (_, index) => scenarios.at(index + 1));

    for (const mode of modes) {
      const met = first.flatMap(({ kind, scenario }) =>
        modeOf(scenario) === mode && kind !== undefined ? [kind] : [],
      );
      expect(new Set(met)).toEqual(new Set(kindsFor(mode, fullProfile)));
    }
  },
);

describe(`among the first ${turns} scenarios of a seed`, () => {
  test.each(kindNames)('%s is drawn as often as its weight says, in each of its modes', (kind) => {
    for (const [seed, some] of drawn) {
      for (const mode of modes.filter((one) => kindOf(kind).draws[one] !== undefined)) {
        const own = some.filter((one) => one.kind === kind && modeOf(one.scenario) === mode);
        expect(own.length).toBeGreaterThanOrEqual(Math.max(1, least(mode, kind, seed)));
      }
    }
  });

  test.each(kindNames)('what %s is about is in each of its scenarios', (kind) => {
    const without = all.filter((one) => one.kind === kind && !shows[kind](one.scenario));

    expect(without.map(({ scenario }) => [scenario.customers, scenario.assumptions, scenario.steps])).toEqual([]);
  });

  test('twenty pages are reached, with no more than so many records', () => {
    const long = all.filter(({ kind }) => kind === 'longListing').map(({ scenario }) => scenario);

    expect(Math.max(...long.map(pages))).toBe(20);
    expect(Math.max(...long.map(({ customers }) => Number(customers[0]?.records)))).toBeLessThanOrEqual(20);
  });
});

test.each(['expiriesInARow', 'rotatedRefreshToken'] as const)(
  '%s: where a client has to get through, three calls need a new token, and none of them two',
  (kind) => {
    const own = all.filter((one) => one.kind === kind && modeOf(one.scenario) === 'recoverable');
    const calls = own.map(({ scenario }) => toldIn(scenario).map(({ trigger }) => JSON.stringify(trigger)));

    expect(new Set(calls.map(({ length }) => length))).toEqual(new Set([3]));
    for (const some of calls) expect(new Set(some).size).toBe(3);
  },
);

test('a client that cannot come across a kind is not given it', () => {
  const lone: ClientProfile = { exchanges: { createDataQuery: 1, notification: 1 }, customers: 1, pageSize: 250 };

  expect(kindsFor('any', lone)).toEqual(['accessRefused', 'lostCreate', 'lastingConflict', 'lostNotification']);
  expect(kindsFor('recoverable', lone)).toEqual(['lostCreate', 'slowAnswer']);
});
