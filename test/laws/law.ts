import { type Arbitrary, assert, check, property } from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { World } from '../../src/core/world.ts';
import { type Answer, type Given, type Run, type Service, startOfWorld } from './run.ts';

/** A law relates two runs of the service, so that nobody has to work out what either of them should answer. */
export interface Law {
  readonly says: string;
  /** Throws the fewest commands that break the law; in a share of all its runs, if one is given. */
  readonly assert: (service: Service, share?: number) => void;
  readonly isBroken: (service: Service) => boolean;
}

const seed = 20_240_229;

export const law = <Subject>(
  says: string,
  given: Arbitrary<Subject>,
  holds: (given: Subject, service: Service) => void,
  runs = 80,
): Law => {
  const of = (service: Service) => property(given, (one) => holds(one, service));
  return {
    says,
    assert: (service, share = 1) => assert(of(service), { seed, numRuns: Math.ceil(runs * share) }),
    isBroken: (service) => check(of(service), { seed, numRuns: runs, endOnFailure: true }).failed,
  };
};

export const same = (one: unknown, other: unknown): void => {
  if (isDeepStrictEqual(one, other)) return;
  expect(other).toEqual(one);
  throw new Error('the two runs differ');
};

const seenBy = ({ at, to, as, status, headers, text, row, remembered }: Given): Answer => ({
  at,
  to,
  as,
  status,
  headers,
  text,
  row,
  remembered,
});

export const answersOf = (run: Run): readonly Answer[] =>
  run.answers.filter(({ command }) => !command.extra).map(seenBy);

/** All that can be seen of a run from outside. */
export const view = (run: Run) => ({
  answers: answersOf(run),
  transitions: run.transitions,
  notifications: run.notifications,
});

/** All that there is to a run. */
export const everything = (run: Run) => ({ ...view(run), events: run.events, state: stateOf(run.world) });

/**
 * What can change in a world, without the parts named. A counter that counts nothing is none, and what a remembered
 * answer leaned on is no part of the answer.
 */
export const stateOf = (world: World, ...without: readonly (keyof World)[]): object => {
  const { settings: _, bases: __, memory, counters, ...state } = world;
  const used = [...counters].filter(([, counter]) => {
    if (counter.kind === 'ring') return counter.times.length > 0;
    return counter.kind === 'bucket' || counter.count > 0;
  });
  const kept = [...memory].map(([name, { leaned: ___, ...answer }]) => [name, answer] as const);
  const all = { ...state, counters: new Map(used), memory: new Map(kept) };
  return Object.fromEntries(Object.entries(all).filter(([part]) => !without.includes(part as keyof World)));
};

/** Links and page tokens without the instant and the signature they carry. */
const maskTimes = (text: string): string =>
  text
    .replaceAll(/issued=\d+&signature=\w+/g, 'signed')
    .replaceAll(/"nextPageToken":"(\w+-\w+)-\w+-\w+"/g, '"nextPageToken":"$1"');

/** What can be seen of a run, in time since its start. */
export const viewFromStart = (run: Run) => {
  const start = run.setup.start ?? startOfWorld;
  const shift = <T extends { readonly at: number }>(one: T): T => ({ ...one, at: one.at - start });
  return {
    answers: answersOf(run).map((one) => ({ ...shift(one), text: maskTimes(one.text) })),
    transitions: run.transitions.map(shift),
    notifications: run.notifications.map(shift),
  };
};

/** Statuses, rows and events: what is left when ids and data are nobody's concern. */
export const outline = (run: Run) => ({
  answers: answersOf(run).map(({ at, to, as, status, row, remembered }) => ({ at, to, as, status, row, remembered })),
  transitions: run.transitions.map(({ at, customer, scope, to, because }) => ({ at, customer, scope, to, because })),
  notifications: run.notifications.map(({ at, status, attempt, region }) => ({ at, status, attempt, region })),
});
