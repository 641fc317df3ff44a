/**
 * The engine is the shell around a service that is pure and synchronous: all that takes time, waits, or can fail on the way
 * is here. It is given `step` and a few readings of what goes in and comes out (`service.ts`), and names no operation, host
 * or event: any service that is told so much of can stand on it, with the same clock, transports, faults and trace.
 *
 * A request comes in from a transport (`exchanges.ts`). It waits in line for all that come at the same instant, whoever
 * listens may act before it, then `step` decides on it at one instant (`decide-exchange.ts`). Its answer is another moment: it
 * sets out, and is late, spoiled or lost on the way as the fault says that the service found (`deliver-response.ts`,
 * `apply-fault.ts`). What is due is put in line for virtual time to get there. Notifications go out to the application, to be
 * late, lost or repeated (`notifications.ts`). Everything is written into the trace when it happens, in that order.
 *
 * What must never be: that the world changes but by `step`; that an answer is heard of before all that is to happen at
 * its decision has happened; that the clock is read twice for what is done in one go, for a real one has gone on by then; that
 * a bug of ours looks like an answer of the service. A failure here is kept in `bugs`, rejects, and is thrown when the simulation
 * ends. Nobody but the clock moves time; the engine only says what is due, and when.
 */
import type { Timeline } from '../clock/timeline.ts';
import type { Asking, WireRequest } from '../core/wire.ts';
import type { Instant } from '../spec/time.ts';
import type { Entry, TraceEvent } from '../trace/entry.ts';
import type { TraceRecorder } from '../trace/trace.ts';
import { Exchanges } from './exchanges.ts';
import { createNotifications, type Delivered } from './notifications.ts';
import type { Approaching, Effects, Input, Listener, Pending, Service, ServiceTypes } from './service.ts';

export interface EngineParts<Of extends ServiceTypes> {
  readonly service: Service<Of>;
  readonly timeline: Timeline;
  /** The instant from which the trace counts. */
  readonly epoch: Instant;
  readonly trace: TraceRecorder<Entry<Of['words']>>;
  /** Gives a notification to the application, or to nobody when it is lost. Never rejects. */
  readonly deliver: (notification: Of['notification'], isLost: boolean) => Promise<Delivered<Of>>;
  /** Milliseconds from the service's answer to its arrival, for each exchange. */
  readonly latency: (exchange: number) => number;
  /** Milliseconds by which the service's clock is ahead. With it answers say their date. */
  readonly clockSkew?: number | undefined;
}

export interface Engine<Of extends ServiceTypes> {
  /** Answers one request. A failure is a bug of ours: `bugs` remembers it. */
  readonly take: (request: WireRequest, asking: Asking) => void;
  /** Puts an input of the service's own to it. */
  apply(input: Of['input']): Effects<Of> & Of['result'];
  act(action: Of['action'], place: string): Promise<void>;
  listen(listener: Listener<Of>): void;
  /** Settles when that many virtual milliseconds have passed, and the client, which something gets to then, is awake. */
  pass(length: number): Promise<void>;
  /** Writes an entry, stamped with the time, which is read for it unless it is given. */
  record(event: TraceEvent<Of['words']>, now?: Instant): void;
  /** Looks after work that nobody awaits: its failure is a bug of ours. */
  watch(work: Promise<void>): void;
  /** Puts something in line for when its time comes. */
  schedule(pending: Pending<Of>): void;
  /** What has not come yet, in the order in which it was put in line. */
  pending(): readonly Pending<Of>[];
  /** Exchanges the client waits for, in words. */
  waiting(): readonly string[];
  /** The exchanges that they belong to. */
  open(): ReadonlySet<number>;
  /** Notifications that have left and take their time, in words. */
  underway(): readonly string[];
  /** Whether anything is under way that needs no time: a request that is dealt with, an application that has been posted to. */
  isBusy(): boolean;
  readonly bugs: readonly unknown[];
}

/** What came of an input; `decided` is when that was, and how many entries the trace had by then. */
export interface Applied<Of extends ServiceTypes> {
  readonly effects: Effects<Of> & Of['result'];
  /** Must be awaited before anyone hears. */
  readonly settled: Promise<unknown> | undefined;
  readonly decided: { readonly at: number; readonly entries: number };
  /** Whether anything goes on beside it by now. */
  readonly setsOff: boolean;
}

/** The engine, as its parts see it. */
export interface Inside<Of extends ServiceTypes> extends EngineParts<Of> {
  /** `exchange` is the one that brings about what happens, where one does. */
  readonly apply: (input: Input<Of>, now: Instant, exchange?: number) => Applied<Of>;
  readonly before: (exchange: Approaching<Of>) => Promise<unknown> | undefined;
  readonly record: Engine<Of>['record'];
  readonly pass: Engine<Of>['pass'];
  /** Something failed that is a bug of ours. */
  readonly noteBug: (bug: unknown) => void;
}

export const createEngine = <Of extends ServiceTypes>(parts: EngineParts<Of>): Engine<Of> => {
  const { service, timeline, epoch, trace, clockSkew = 0 } = parts;
  const listeners: Listener<Of>[] = [];
  const bugs: unknown[] = [];
  const noteBug = (bug: unknown): void => void bugs.push(bug);
  const watch = (work: Promise<unknown>): void => void work.catch(noteBug);
  const record: Engine<Of>['record'] = (event, now = timeline.now()) => trace.record({ at: now - epoch, ...event });

  const after = (event: Of['event']): Promise<unknown> | undefined => together(listeners, (one) => one.after(event));

  /** Puts one input through the service and sees to its effects. Most have few, for which nothing is made. */
  const apply: Inside<Of>['apply'] = (input, now, exchange) => {
    const effects = service.step(input, now + clockSkew);
    const { transitions, dues, events, notifications: posts } = effects;
    for (const transition of transitions) {
      record({ kind: 'transition', ...transition, ...(exchange !== undefined && { by: exchange }) }, now);
    }
    for (const due of dues) line.schedule(due);
    const numbers = posts.length === 0 ? none : posts.map((post) => notifications.announce(post, now));
    const decided = { at: now - epoch, entries: trace.recorded };
    const settled = events.length === 0 ? undefined : together(events, after);
    for (const [at, number] of numbers.entries())
      watch(notifications.send(posts[at] as Of['notification'], number, settled));
    return { effects, settled, decided, setsOff: settled !== undefined || numbers.length > 0 };
  };
  const inside: Inside<Of> = {
    apply,
    record,
    noteBug,
    before: (exchange) => together(listeners, (one) => one.before(exchange)),
    pass: (length) => new Promise((resolve) => timeline.at(timeline.now() + length, () => resolve(timeline.awake()))),
    ...parts,
  };
  const line = createLine(inside);
  const notifications = createNotifications(inside);
  const exchanges = new Exchanges(inside);

  return {
    take: (request, asking) => exchanges.take(request, asking),
    apply: (input) => apply(input, timeline.now()).effects,
    act: async (action, place) => {
      const now = timeline.now();
      record({ kind: 'action', action, place }, now);
      await apply({ kind: 'action', action }, now).settled;
    },
    listen: (listener) => listeners.push(listener),
    pass: inside.pass,
    record,
    watch,
    schedule: line.schedule,
    pending: () => line.pending(),
    waiting: () => exchanges.waiting(),
    open: () => exchanges.open(),
    underway: () => notifications.underway(),
    isBusy: () => exchanges.isBusy() || notifications.isBusy(),
    bugs,
  };
};

const none: readonly number[] = [];

interface Line<Of extends ServiceTypes> {
  readonly schedule: Engine<Of>['schedule'];
  readonly pending: () => readonly Pending<Of>[];
}

/** What is due, in line until virtual time gets there. */
const createLine = <Of extends ServiceTypes>(engine: Inside<Of>): Line<Of> => {
  const { service, timeline, record, apply, clockSkew = 0 } = engine;
  const pending = new Set<Pending<Of>>();
  return {
    schedule: (waiting) => {
      pending.add(waiting);
      timeline.at(waiting.at - clockSkew, () => {
        pending.delete(waiting);
        const { due } = waiting;
        const now = timeline.now();
        record({ kind: 'due', ...service.words.due(due) }, now);
        apply({ kind: 'due', due }, now);
      });
    },
    pending: () => [...pending],
  };
};

/** Undefined when there is nothing to wait for, so that no turn of the event loop is spent on it. */
const together = <Each>(
  all: readonly Each[],
  begin: (each: Each) => Promise<unknown> | undefined,
): Promise<unknown> | undefined => {
  let works: Promise<unknown>[] | undefined;
  for (const each of all) {
    const work = begin(each);
    if (work !== undefined) (works ??= []).push(work);
  }
  return works && Promise.all(works);
};
