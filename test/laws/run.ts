import type { Addresses } from '../../src/spec/hosts.ts';
import { type Effects, type Input, step } from '../../src/core/step.ts';
import type { ServiceEvent, SentNotification, Transition } from '../../src/core/turn.ts';
import type { WireRequest } from '../../src/core/wire.ts';
import { createWorld, type Holding, type World } from '../../src/core/world.ts';
import { apiNames } from '../../src/spec/hosts.ts';
import { type AssumptionId, type Assumptions, defaultAssumptions } from '../../src/spec/assumptions.ts';
import { type Limits, limits } from '../../src/spec/limits.ts';
import { hosts } from '../core/world.ts';
import { minute, type Command, type Who } from './commands.ts';

/** A run of the service: its world, and all that was seen of it so far. */

export type Service = typeof step;

export interface Setup {
  readonly service?: Service;
  readonly seed?: number;
  readonly start?: number;
  readonly assumptions?: Partial<Assumptions>;
  readonly addresses?: Addresses;
  /** `wide` limits are never reached. */
  readonly limits?: 'stated' | 'wide';
  readonly records?: number;
  /** How requests are spelled. */
  readonly spell?: (request: WireRequest, command: Command) => WireRequest;
  /** Which of its tokens a client uses. */
  readonly uses?: 'newest' | 'oldest';
}

export interface Answer {
  readonly at: number;
  readonly to: Command['do'];
  readonly as: Who | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly row: string | undefined;
  readonly remembered: boolean;
}

/** An answer with what a client cannot see of it. */
export interface Given extends Answer {
  readonly command: Command;
  readonly injected: boolean;
  /** It got as far as the limits: no gate refused it, and nothing was injected. */
  readonly metLimits: boolean;
}

/** What a client keeps of what it was told. */
export interface Client {
  readonly tokens: string[];
  refresh: string;
  query: string;
  next: string;
  links: readonly { readonly file: string; readonly schema: string }[];
}

export interface Run {
  world: World;
  now: number;
  readonly setup: Setup;
  readonly desks: Map<Who, Client>;
  readonly queue: { readonly at: number; readonly input: Input }[];
  readonly answers: Given[];
  readonly transitions: (Transition & { readonly at: number })[];
  readonly notifications: (SentNotification & { readonly at: number })[];
  readonly events: (ServiceEvent & { readonly at: number })[];
  readonly leaned: Set<AssumptionId>;
  endpointTakes: boolean;
  exchanges: number;
}

const widened: Limits = {
  ...limits,
  createRate: { ...limits.createRate, value: 1e6 },
  createBurst: { ...limits.createBurst, value: 1e6 },
  createOverall: { ...limits.createOverall, value: 1e6 },
  listRate: { ...limits.listRate, value: 1e6 },
  listBurst: { ...limits.listBurst, value: 1e6 },
  listDaily: { ...limits.listDaily, value: 1e6 },
};

const application = (clientId: string) => ({
  clientId,
  clientSecret: `${clientId}-secret`,
  allowlisted: true,
  attached: new Set(apiNames),
  scopes: new Set(['orders', 'profile']),
});

/** Lengths differ, one notification comes late, and none of it hangs on the seed. */
const holdings = (['ann', 'bob', 'cyd'] as const).flatMap((customerId) =>
  ['orders', 'profile'].map(
    (scope): Holding => ({
      customerId,
      scope,
      records: scope === 'orders' ? 5 : 2,
      collects: { kind: 'fixed', length: customerId === 'bob' ? 4 * minute : 10 * minute },
      notifiedAfter: customerId === 'cyd' ? 30_000 : 0,
    }),
  ),
);

export const startOfWorld = 1_767_225_600_000;

export const open = (setup: Setup = {}): Run => ({
  world: createWorld({
    seed: setup.seed ?? 7,
    mark: '0000002a',
    earlierMarks: [],
    addresses: setup.addresses ?? hosts,
    assumptions: { ...defaultAssumptions, ...setup.assumptions },
    limits: setup.limits === 'wide' ? widened : limits,
    applications: ['app', 'other'].map(application),
    holdings: holdings.map((one) => (setup.records === undefined ? one : { ...one, records: setup.records })),
  }),
  now: setup.start ?? startOfWorld,
  setup,
  desks: new Map(),
  queue: [],
  answers: [],
  transitions: [],
  notifications: [],
  events: [],
  leaned: new Set(),
  endpointTakes: true,
  exchanges: 0,
});

export const clientOf = (run: Run, who: Who): Client => {
  const known = run.desks.get(who);
  if (known !== undefined) return known;
  const fresh: Client = { tokens: [], refresh: 'none', query: '', next: '', links: [] };
  run.desks.set(who, fresh);
  return fresh;
};

export const give = (run: Run, input: Input): Effects => {
  const { service = step } = run.setup;
  const effects = service(run.world, input, run.now);
  const at = run.now;
  run.transitions.push(...effects.transitions.map((one) => ({ ...one, at })));
  run.events.push(...effects.events.map((one) => ({ ...one, at })));
  for (const id of effects.leaned) run.leaned.add(id);
  for (const due of effects.dues) run.queue.push({ at: due.at, input: { kind: 'due', due: due.due } });
  for (const notification of effects.notifications) {
    run.notifications.push({ ...notification, at });
    const { query, attempt, underway } = notification;
    run.queue.push({ at: at + underway, input: { kind: 'heard', query, attempt, accepted: run.endpointTakes } });
  }
  return effects;
};
