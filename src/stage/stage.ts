import type { Action } from '../core/action.ts';
import { httpDate } from '../core/calendar.ts';
import type { TokensGiven } from '../core/login.ts';
import { findRoute } from '../core/routes.ts';
import { type Effects, type Input, step } from '../core/step.ts';
import type { Due, Happening, Post } from '../core/turn.ts';
import type { Outcome, Overlooks, WireAnswer, WireRequest } from '../core/wire.ts';
import type { World } from '../core/world.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import type { Instant } from '../spec/time.ts';
import type { Entry } from '../trace/entry.ts';
import type { TraceRecorder } from '../trace/trace.ts';
import { carry, failToArrive, overlook, type Way } from './carry.ts';
import type { Approaching, Cues } from './cues.ts';
import { type ChooseEndpoint, type Courier, type Delivery, dispatch } from './dispatch.ts';

export type { Approaching, Cues, ExchangeName } from './cues.ts';

export interface StageParts {
  readonly world: World;
  readonly timeline: Timeline;
  readonly trace: TraceRecorder;
  /** Carries a notification to the endpoint of choice, or loses it. Never rejects. */
  readonly deliver: (post: Post, isLost: boolean, choose: ChooseEndpoint) => Promise<Delivery>;
  /** What the user's own store route answers to a request that was let in. */
  readonly answerStore: (route: number, request: WireRequest, usual: WireAnswer) => Promise<WireAnswer>;
  /** Milliseconds from the service's answer to its arrival, for each exchange. */
  readonly latency: (exchange: number) => number;
  /** Milliseconds by which the service's clock is ahead. With it answers say their date. */
  readonly clockSkew?: number | undefined;
}

/** Something due, and when, by the service's clock. */
export interface Pending {
  readonly at: Instant;
  readonly due: Due;
}

/** The shell around the core: it owns the world, keeps its due times, and writes down what happens. */
export interface Stage {
  /** Answers one request. A rejection is a bug of ours: `bugs` remembers it. */
  receive(request: WireRequest, gone: AbortSignal, overlooks?: Overlooks): Promise<Outcome>;
  act(action: Action, place: string): Promise<void>;
  authorize(authorization: Authorization): string;
  /** Lets a customer authorize an application that has its tokens at once, behind the scenes: no cue, no trace. */
  introduce(authorization: Authorization): TokensGiven;
  cue(cues: Cues): void;
  /** Settles when that many virtual milliseconds have passed. */
  pass(length: number): Promise<void>;
  /** Writes an entry, stamped with the time. */
  record(entry: WithoutTime<Entry>): void;
  /** Looks after work that nobody awaits: its failure is a bug of ours. */
  watch(work: Promise<void>): void;
  /** Puts something in line for when its time comes. */
  schedule(pending: Pending): void;
  /** What has not come yet, in the order in which it was put in line. */
  readonly pending: readonly Pending[];
  /** Exchanges the client waits for, in words. */
  waiting(): readonly string[];
  /** Notifications that have left and take their time, in words. */
  underway(): readonly string[];
  readonly leaned: ReadonlySet<AssumptionId>;
  readonly bugs: readonly unknown[];
}

export type Authorization = Omit<Extract<Input, { readonly customerId: string }>, 'kind'>;
/** What came of an input; `decided` is when that was, and how many entries the trace had by then. */
interface Applied {
  readonly effects: Effects;
  readonly settled: Promise<unknown> | undefined;
  readonly decided: { readonly at: number; readonly entries: number };
}

type WithoutTime<Any> = Any extends Entry ? Omit<Any, 'at'> : never;

export const createStage = (parts: StageParts): Stage => {
  const { world, timeline, trace, deliver, answerStore, latency, clockSkew = 0 } = parts;
  const began = timeline.now();
  const cueing: Cues[] = [];
  const asking = new Map<number, string>();
  const travelling = new Set<number>();
  const pending = new Set<Pending>();
  const leaned = new Set<AssumptionId>();
  const bugs: unknown[] = [];
  let exchanges = 0;
  let notifications = 0;

  /** What time it is for the service. */
  const serviceNow = (): Instant => timeline.now() + clockSkew;

  const date = (answer: WireAnswer): WireAnswer =>
    parts.clockSkew === undefined
      ? answer
      : { ...answer, headers: { date: httpDate(serviceNow()), ...answer.headers } };

  const record = (entry: WithoutTime<Entry>): void => trace.record({ at: timeline.now() - began, ...entry });

  const before = (exchange: Approaching): Promise<unknown> | undefined =>
    together(cueing.map((cues) => cues.before(exchange)));

  /** Puts one input through the core and sees to its effects; what must be awaited before anyone hears is returned. */
  const apply = (input: Input): Applied => {
    const effects = step(world, input, serviceNow());
    for (const id of effects.leaned) leaned.add(id);
    const by = input.kind === 'request' && input.exchange !== undefined ? { by: input.exchange } : {};
    for (const transition of effects.transitions) record({ kind: 'transition', ...transition, ...by });
    for (const due of effects.dues) schedule(due);
    const sent = effects.posts.map((post) => ({ post, number: announce(post) }));
    const decided = { at: timeline.now() - began, entries: trace.raw.length };
    const settled = together(effects.happenings.map(cue));
    for (const { post, number } of sent) watch(send(post, number, settled));
    return { effects, settled, decided };
  };

  const cue = (happening: Happening): Promise<unknown> | undefined =>
    together(cueing.map((cues) => cues.after(happening)));

  const schedule = (waiting: Pending): void => {
    pending.add(waiting);
    timeline.at(waiting.at - clockSkew, () => {
      pending.delete(waiting);
      const { due } = waiting;
      record({ kind: 'due', what: due.kind, of: 'query' in due ? due.query : `${due.customerId}/${due.scope}` });
      apply({ kind: 'due', due });
    });
  };

  const announce = ({ query, application, status, region, body }: Post): number => {
    notifications += 1;
    record({ kind: 'notification', notification: notifications, query, application, status, region, body });
    return notifications;
  };

  const send = async (post: Post, number: number, settled: Promise<unknown> | undefined): Promise<void> => {
    if (settled !== undefined) await settled;
    await before({ name: 'notification', number, post });
    const { mishap } = apply({ kind: 'leaves', notification: number }).effects;
    if (mishap !== undefined || post.underway > 0) travelling.add(number);
    await dispatch(courier, { notification: number, post, mishap });
    travelling.delete(number);
  };

  const pass = (length: number): Promise<void> =>
    new Promise((resolve) => timeline.at(timeline.now() + length, () => resolve()));

  const choose: ChooseEndpoint = ({ region }, endpoints) =>
    apply({ kind: 'arrives', region, endpoints }).effects.endpoint;
  const way: Way = { latency, pass, record };
  const courier: Courier = {
    pass,
    record,
    deliver: (post, isLost) => timeline.enter(() => deliver(post, isLost, choose)),
    hear: ({ query, attempt }, accepted) => void apply({ kind: 'heard', query, attempt, accepted }),
  };

  const watch = (work: Promise<void>): void => {
    work.catch((bug: unknown) => bugs.push(bug));
  };

  const exchange = async (number: number, request: WireRequest, gone: AbortSignal, overlooks?: Overlooks) => {
    const route = findRoute(world, request);
    const operation = route.operation ?? 'unknown';
    const region = 'region' in route ? { region: route.region } : {};
    record({ kind: 'request', exchange: number, operation, ...region, request });
    asking.set(number, `${operation} (#${number})`);
    if (route.operation !== undefined) await before({ name: route.operation, number, request, route });
    const asked = { kind: 'request', request, exchange: number } as const;
    const first = apply(asked);
    const { unreached } = first.effects;
    const isOverlooked = unreached !== undefined && overlook(way, number, unreached, overlooks);
    if (unreached !== undefined && !isOverlooked) return failToArrive(way, number, unreached, request);
    const { effects, settled, decided } = isOverlooked ? apply({ ...asked, despiteAccident: true }) : first;
    const { reply } = effects;
    if (reply === undefined) throw new Error('the core gave no answer to a request');
    const { answer: usual, storeRoute, accident } = reply;
    const answer = date(storeRoute === undefined ? usual : await answerStore(storeRoute, request, usual));
    if (settled !== undefined) await settled;
    const { rememberedSince, ...why } = reply.reason;
    const remembered = rememberedSince === undefined ? {} : { rememberedSince: rememberedSince - clockSkew - began };
    const isAtOnce = decided.at === timeline.now() - began && decided.entries === trace.raw.length;
    const told = { ...remembered, leaned: effects.leaned, ...(!isAtOnce && { decided }) };
    record({ kind: 'answer', exchange: number, answer, ...why, ...told });
    return carry(way, { exchange: number, request, answer, accident }, gone);
  };

  return {
    receive: async (request, gone, overlooks) => {
      exchanges += 1;
      const number = exchanges;
      const hangUp = (): void => {
        if (asking.has(number)) record({ kind: 'hungUp', exchange: number });
      };
      gone.addEventListener('abort', hangUp, { once: true });
      try {
        return await exchange(number, request, gone, overlooks);
      } catch (bug) {
        bugs.push(bug);
        throw bug;
      } finally {
        apply({ kind: 'closed', exchange: number });
        asking.delete(number);
        gone.removeEventListener('abort', hangUp);
      }
    },
    act: async (action, place) => {
      record({ kind: 'action', action, place });
      await apply({ kind: 'action', action }).settled;
    },
    authorize: (authorization) => {
      const { code } = apply({ kind: 'authorize', ...authorization }).effects;
      if (code === undefined) throw new Error('the core gave no code for an authorization');
      return code;
    },
    introduce: (authorization) => {
      const { tokens, dues } = step(world, { kind: 'authorizeWithTokens', ...authorization }, serviceNow());
      for (const due of dues) schedule(due);
      if (tokens === undefined) throw new Error('the core gave no tokens for an authorization');
      return tokens;
    },
    cue: (cues) => cueing.push(cues),
    pass,
    record,
    watch,
    schedule,
    get pending() {
      return [...pending];
    },
    waiting: () => [...asking.values()],
    underway: () => [...travelling].map((number) => `notification ${number}`),
    leaned,
    bugs,
  };
};

/** Undefined when there is nothing to wait for, so that no turn of the event loop is spent on it. */
const together = (works: readonly (Promise<unknown> | undefined)[]): Promise<unknown> | undefined => {
  const real = works.filter((work) => work !== undefined);
  return real.length === 0 ? undefined : Promise.all(real);
};
