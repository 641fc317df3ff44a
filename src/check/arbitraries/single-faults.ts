import type { ExchangeName, Trigger } from '../../language/ast.ts';
import { exchangeFaultRow } from '../../spec/faults.ts';
import type { ClientProfile } from '../client-profile.ts';
import { actionsAt, type Fault, faultsAt } from '../sweep/faults.ts';
import { statusOf, strangeStatuses } from '../refusals-at.ts';
import type { Draft } from './compose.ts';
import { type FC, shuffle } from './odds.ts';
import { after, exchangesOf, on } from './triggers.ts';

/** The moments between which a run changes. */
const turningPoints: readonly Trigger[] = [
  on('createDataQuery'),
  after('created', '1m'),
  on('notification'),
  on('listDataQueryRecords'),
];

/** Those after which little is left to go wrong, as far as a client comes to them. */
const latePoints = ({ exchanges }: ClientProfile): readonly Trigger[] => [
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
 * Chance would come to some of it ten times before it comes to the rest once. What may well end an import has a scenario of
 * its own, and nothing else happens there that might hide what the client makes of it; what good clients get over comes to
 * every exchange of one scenario, so that few scenarios have all of it. Once each has been there, what may end an import comes
 * in pairs, and more is drawn.
 */
export const planFaults = (fc: FC, profile: ClientProfile, seed: number): Plan => {
  const inAnyOrder = (drafts: readonly Draft[]): readonly Draft[] => kindByKind(shuffle(fc, drafts, seed));
  const faults = exchangesOf(profile).flatMap((exchange) =>
    faultsAt(exchange)
      .filter(isPlanned)
      .map((fault) => ({
        exchange,
        draft: { trigger: on(exchange), action: fault.action },
        passes: passesAt(exchange, fault),
      })),
  );
  const draftsOf = (isWanted: (fault: (typeof faults)[number]) => boolean): readonly Draft[] =>
    inAnyOrder(faults.filter(isWanted).map(({ draft }) => draft));
  const passing = exchangesOf(profile).map((exchange) => draftsOf((one) => one.exchange === exchange && one.passes));
  const late = draftsOf(({ exchange }) => last.includes(exchange));
  const actionsOf = (triggers: readonly Trigger[]): readonly Draft[] =>
    triggers.flatMap((trigger) =>
      actionsAt(trigger.kind === 'on' ? trigger.exchange : undefined).map(({ action }) => ({ trigger, action })),
    );
  const deadly = draftsOf(({ exchange, passes }) => !last.includes(exchange) && !passes);
  const early = [
    ...inAnyOrder([...deadly, ...actionsOf(turningPoints)]),
    ...inAnyOrder(actionsOf(latePoints(profile))),
  ];
  const rounds = Math.max(late.length, ...passing.map(({ length }) => length));
  return {
    at: (n) => {
      const turn = Math.floor(n / 4);
      const isForPassing = n % 4 === 3;
      // Once all has been there, chance has its turn.
      if (isForPassing && turn >= rounds) return { drafts: [], isFull: false };
      if (isForPassing) {
        const [end] = pick(late, turn);
        const before = passing.flatMap((some, index) => spread(some, turn + index, profile));
        const isBefore = ({ trigger }: Draft): boolean => place(trigger) < place(end?.trigger);
        return { drafts: end === undefined ? before : [...before.filter(isBefore), end], isFull: true };
      }
      const drafts = [...pick(early, n - turn), ...partner(early, n - turn)];
      return {
        drafts: drafts.flatMap((draft) => [...preparation(draft.trigger, profile), draft]),
        isFull: n - turn < early.length,
      };
    },
  };
};

const pick = (drafts: readonly Draft[], turn: number): readonly Draft[] =>
  drafts.slice(turn % drafts.length).slice(0, 1);

/** Of bare statuses two stand for all, or the refusals of the table would come later; chance draws the others. */
export const isPlanned = ({ action }: Fault): boolean =>
  action.do !== 'fail' || action.failure.kind === 'row' || strangeStatuses.includes(action.failure.status);

/** From the second round on another fault comes along: in each round the one after the last, so that all pairs are met. */
const partner = (drafts: readonly Draft[], turn: number): readonly Draft[] => {
  const round = Math.floor(turn / drafts.length);
  return round === 0 || drafts.length < 2 ? [] : pick(drafts, turn + 1 + ((round - 1) % (drafts.length - 1)));
};

/** When they come, all else is over. */
const last: readonly ExchangeName[] = ['callReporting', 'callSubmission', 'sendEmail'];
/** What of those comes after what; all else comes before. */
const place = (trigger: Trigger | undefined): number => (trigger?.kind === 'on' ? last.indexOf(trigger.exchange) : 0);
const readings: readonly ExchangeName[] = ['listDataQueryRecords', 'downloadFile', 'downloadSchema'];

/** Whether good clients get over it: the same request may be sent again, or the answer is there all the same. */
const passesAt = (exchange: ExchangeName, { action, demand }: Fault): boolean => {
  if (action.do !== 'fault') return demand === 'finish';
  const { sees, acts, ...row } = exchangeFaultRow(action.fault);
  if (action.by !== undefined) return false;
  if (sees === 'whole' || sees === 'late' || sees === 'pieces') return acts === 'once';
  if (sees === 'another body' || last.includes(exchange)) return false;
  const isRepeatable = readings.includes(exchange) || exchange === 'requestToken';
  return sees === 'redirect'
    ? readings.includes(exchange) || row.status === 307 || row.status === 308
    : isRepeatable || acts === 'never';
};

/** The next fault of an exchange comes to the first of its kind; to the third another one, where there are so many. */
const spread = (faults: readonly Draft[], turn: number, { exchanges }: ClientProfile): readonly Draft[] => {
  const first = faults[turn % faults.length];
  if (first?.trigger.kind !== 'on') return [];
  const { exchange } = first.trigger;
  if ((exchanges[exchange] ?? 0) < 3) return [first];
  const third = faults[(turn + Math.ceil(faults.length / 2)) % faults.length] ?? first;
  return [first, { ...third, trigger: on(exchange, 3) }];
};

/** One of each kind first, wherever it comes, then one of each finer kind: most that is wrong shows with any of a kind. */
const kindByKind = (drafts: readonly Draft[]): readonly Draft[] => {
  const rankBy = (nameOf: (draft: Draft) => string): ((draft: Draft) => number) => {
    const counts = new Map<string, number>();
    const ranks = new Map(
      drafts.map((draft) => {
        const name = nameOf(draft);
        const rank = counts.get(name) ?? 0;
        counts.set(name, rank + 1);
        return [draft, rank];
      }),
    );
    return (draft) => ranks.get(draft) ?? 0;
  };
  const ranks = [kindOf, (draft: Draft) => `${familyOf(draft)} ${kindOf(draft)}`].map(rankBy);
  const fine = rankBy((draft) => `${exchangeOf(draft)} ${kindOf(draft)}`);
  const rank = (draft: Draft): number => {
    const first = ranks.findIndex((rankIn) => rankIn(draft) === 0);
    return first === -1 ? ranks.length + fine(draft) : first;
  };
  return [...drafts].sort((one, other) => rank(one) - rank(other));
};

const exchangeOf = ({ trigger }: Draft): string => (trigger.kind === 'on' ? trigger.exchange : '');

/** What clients answer alike: a status of a create as that of a listing, but what comes of a download in a way of its own. */
const familyOf = (draft: Draft): string => {
  const exchange = exchangeOf(draft);
  if (draft.action.do === 'fault' || exchange === 'requestToken') return exchange;
  return draft.action.do === 'fail' && exchange.startsWith('download') ? 'download' : '';
};

/** What a client may tell it by: the status of a refusal, or what is seen of a fault of the network; elsewhere what was done. */
const kindOf = ({ action }: Draft): string => {
  switch (action.do) {
    case 'fail':
      return String(statusOf(action.failure));
    case 'fault':
      return exchangeFaultRow(action.fault).sees;
    case 'regionDown':
      return action.fails.kind === 'connection' ? `${action.do} ${action.region}` : String(statusOf(action.fails));
    default:
      return action.do;
  }
};
