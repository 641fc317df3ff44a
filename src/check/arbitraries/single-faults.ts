import type { Trigger } from '../../language/ast.ts';
import { exchangeFaultRow } from '../../spec/faults.ts';
import type { ClientProfile } from '../client-profile.ts';
import { actionsAt, faultsAt } from '../sweep/faults.ts';
import { statusOf } from '../refusals-at.ts';
import type { Draft } from './compose.ts';
import type { FC } from './odds.ts';
import { after, exchangesOf, on } from './triggers.ts';

/** The moments between which a run changes, as far as a client comes to them. */
const turningPoints = ({ exchanges }: ClientProfile): readonly Trigger[] => [
  on('createDataQuery'),
  after('created', '1m'),
  on('notification'),
  on('listDataQueryRecords'),
  on('downloadFile'),
  after('canceled', '0s'),
  ...(['callReporting', 'callSubmission'] as const)
    .filter((call) => (exchanges[call] ?? 0) > 0)
    .map((call) => on(call)),
];

/** Without this there may be nothing that asks for a token, and no query that ends without its data. */
const preparation = (trigger: Trigger, { exchanges }: ClientProfile): readonly Draft[] => {
  if (trigger.kind === 'after' && trigger.event === 'canceled') {
    return [{ trigger: after('created', '1s'), action: { do: 'revokeConsent' } }];
  }
  const isUnused = trigger.kind === 'on' && trigger.exchange === 'requestToken' && (exchanges.requestToken ?? 0) === 0;
  return isUnused ? [{ trigger: on('listDataQueryRecords'), action: { do: 'expireToken' } }] : [];
};

/** What a scenario is about, and whether that is enough for one. */
export interface Planned {
  readonly drafts: readonly Draft[];
  readonly isFull: boolean;
}

/** What scenarios that may end badly are about, one after the other, counted from 0. */
export interface Plan {
  at(n: number): Planned;
}

/**
 * All that can go wrong by itself: what a sweep would inject, at the points where it matters, in an order of the seed's own.
 * Chance would come to some of it ten times before it comes to the rest once. What ends an import has a scenario of its own;
 * what a client may get over comes to every exchange of one scenario at once, so that few scenarios have all of it.
 */
export const planFaults = (fc: FC, profile: ClientProfile, seed: number): Plan => {
  const shuffle = <T>(all: readonly T[]): readonly T[] =>
    fc.sample(fc.shuffledSubarray([...all], { minLength: all.length }), { seed, numRuns: 1 })[0] ?? all;
  const passing = exchangesOf(profile).map((exchange) => {
    const faults = shuffle(faultsAt(exchange).filter(({ demand }) => demand !== 'end'));
    return kindByKind(faults.map(({ action }) => ({ trigger: on(exchange), action })));
  });
  const ending = kindByKind(
    shuffle([
      ...exchangesOf(profile).flatMap((exchange) =>
        faultsAt(exchange)
          .filter(({ demand }) => demand === 'end')
          .map(({ action }) => ({ trigger: on(exchange), action })),
      ),
      ...turningPoints(profile).flatMap((trigger) =>
        actionsAt(trigger.kind === 'on' ? trigger.exchange : undefined).map(({ action }) => ({ trigger, action })),
      ),
    ]),
  );
  return {
    at: (n) => {
      const turn = Math.floor(n / 3);
      if (n % 3 === 0) return { drafts: passing.flatMap((faults) => faults[turn % faults.length] ?? []), isFull: true };
      const one = ending[(n - turn - 1) % ending.length];
      return { drafts: one === undefined ? [] : [...preparation(one.trigger, profile), one], isFull: false };
    },
  };
};

/** One of each kind first, then another of each: most that is wrong with clients shows with any of a kind. */
const kindByKind = (drafts: readonly Draft[]): readonly Draft[] => {
  const counts = new Map<string, number>();
  const ranked = drafts.map((draft) => {
    const kind = kindOf(draft);
    const rank = counts.get(kind) ?? 0;
    counts.set(kind, rank + 1);
    return { draft, rank };
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ draft }) => draft);
};

/** What a client may tell it by: the status of a refusal, or what is seen of a fault of the network; elsewhere what was done. */
const kindOf = ({ trigger, action }: Draft): string => {
  const exchange = trigger.kind === 'on' ? trigger.exchange : '';
  switch (action.do) {
    case 'fail':
      return `${exchange} ${statusOf(action.failure)}`;
    case 'fault':
      return `${exchange} ${exchangeFaultRow(action.fault).sees}`;
    default:
      return action.do;
  }
};
