import type { Action } from '../core/action.ts';
import type { TokensGiven } from '../core/login.ts';
import { type Input, step } from '../core/step.ts';
import type { Due, Happening, Post } from '../core/turn.ts';
import type { Outcome, Overlooks, WireAnswer, WireRequest } from '../core/wire.ts';
import type { World } from '../core/world.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import type { Instant } from '../spec/time.ts';
import type { Entry } from '../trace/entry.ts';
import type { TraceRecorder } from '../trace/trace.ts';
import type { Approaching, Cues } from './cues.ts';
import { type ChooseEndpoint, type Courier, type Delivery, dispatch } from './dispatch.ts';
import { type Applied, createReception, type WithoutTime } from './reception.ts';

export type { Approaching, Cues, ExchangeName } from './cues.ts';

export interface StageParts {
  readonly world: World;
  readonly timeline: Timeline;
  /** The instant from which the trace counts. */
  readonly epoch: Instant;
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
  /** Writes an entry, stamped with the time, which is read for it unless it is given. */
  record(entry: WithoutTime<Entry>, now?: Instant): void;
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

export const createStage = (parts: StageParts): Stage => {
  const { world, timeline, epoch, trace, deliver, answerStore, latency, clockSkew = 0 } = parts;
  const cueing: Cues[] = [];
  const travelling = new Set<number>();
  const pending = new Set<Pending>();
  const leaned = new Set<AssumptionId>();
  const bugs: unknown[] = [];
  let notifications = 0;

  /** The clock is read once for all that is done in one go: a real one has gone on when it is read again. */
  const record = (entry: WithoutTime<Entry>, now = timeline.now()): void => trace.record({ at: now - epoch, ...entry });

  const before = (exchange: Approaching): Promise<unknown> | undefined =>
    together(cueing.map((cues) => cues.before(exchange)));

  /** Puts one input through the core and sees to its effects; what must be awaited before anyone hears is returned. */
  const apply = (input: Input, now: Instant): Applied => {
    const effects = step(world, input, now + clockSkew);
    for (const id of effects.leaned) leaned.add(id);
    const by = input.kind === 'request' && input.exchange !== undefined ? { by: input.exchange } : {};
    for (const transition of effects.transitions) record({ kind: 'transition', ...transition, ...by }, now);
    for (const due of effects.dues) schedule(due);
    const sent = effects.posts.map((post) => ({ post, number: announce(post, now) }));
    const decided = { at: now - epoch, entries: trace.raw.length };
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
      const now = timeline.now();
      record({ kind: 'due', what: due.kind, of: 'query' in due ? due.query : `${due.customerId}/${due.scope}` }, now);
      apply({ kind: 'due', due }, now);
    });
  };

  const announce = ({ query, application, status, region, body }: Post, now: Instant): number => {
    notifications += 1;
    record({ kind: 'notification', notification: notifications, query, application, status, region, body }, now);
    return notifications;
  };

  const send = async (post: Post, number: number, settled: Promise<unknown> | undefined): Promise<void> => {
    if (settled !== undefined) await settled;
    await before({ name: 'notification', number, post });
    const { fault } = apply({ kind: 'leaves', notification: number }, timeline.now()).effects;
    if (fault !== undefined || post.underway > 0) travelling.add(number);
    await dispatch(courier, { notification: number, post, fault });
    travelling.delete(number);
  };

  const pass = (length: number): Promise<void> =>
    new Promise((resolve) => timeline.at(timeline.now() + length, () => resolve()));

  const choose: ChooseEndpoint = ({ region }, endpoints) =>
    apply({ kind: 'arrives', region, endpoints }, timeline.now()).effects.endpoint;
  const reception = createReception({
    world,
    timeline,
    epoch,
    clockSkew: parts.clockSkew,
    latency,
    answerStore,
    apply,
    record,
    entries: () => trace.raw.length,
    before,
    pass,
  });
  const courier: Courier = {
    pass,
    record,
    deliver: (post, isLost) => timeline.enter(() => deliver(post, isLost, choose)),
    hear: (notification, { query, attempt }, delivery) => {
      const now = timeline.now();
      if ('status' in delivery) record({ kind: 'delivered', notification, ...delivery }, now);
      else {
        const { failed: why, ...arrival } = delivery;
        record({ kind: 'undelivered', notification, why, ...arrival }, now);
      }
      const accepted = 'status' in delivery && delivery.status >= 200 && delivery.status < 300;
      apply({ kind: 'heard', query, attempt, accepted }, now);
    },
  };

  const watch = (work: Promise<void>): void => {
    work.catch((bug: unknown) => bugs.push(bug));
  };

  return {
    receive: async (request, gone, overlooks) => {
      try {
        return await reception.receive(request, gone, overlooks);
      } catch (bug) {
        bugs.push(bug);
        throw bug;
      }
    },
    act: async (action, place) => {
      const now = timeline.now();
      record({ kind: 'action', action, place }, now);
      await apply({ kind: 'action', action }, now).settled;
    },
    authorize: (authorization) => {
      const { code } = apply({ kind: 'authorize', ...authorization }, timeline.now()).effects;
      if (code === undefined) throw new Error('the core gave no code for an authorization');
      return code;
    },
    introduce: (authorization) => {
      const { tokens, dues } = step(
        world,
        { kind: 'authorizeWithTokens', ...authorization },
        timeline.now() + clockSkew,
      );
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
    waiting: () => reception.waiting(),
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
