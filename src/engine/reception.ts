import { httpDate } from '../core/calendar.ts';
import { findRoute, type Route } from '../core/routes.ts';
import type { Effects, Input } from '../core/step.ts';
import type { Outcome, Overlooks, WireAnswer, WireRequest } from '../core/wire.ts';
import type { World } from '../core/world.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { Instant } from '../spec/time.ts';
import type { Entry } from '../trace/entry.ts';
import { deliverResponse, failRequest, overlook, type Way } from './deliver-response.ts';
import { placeInLine } from './order.ts';
import type { Approaching } from './cues.ts';

export type WithoutTime<Any> = Any extends Entry ? Omit<Any, 'at'> : never;

/** What came of an input; `decided` is when that was, and how many entries the trace had by then. */
export interface Applied {
  readonly effects: Effects;
  /** Must be awaited before anyone hears. */
  readonly settled: Promise<unknown> | undefined;
  readonly decided: { readonly at: number; readonly entries: number };
}

export interface ReceptionParts {
  readonly world: World;
  readonly timeline: Timeline;
  /** The instant from which the trace counts. */
  readonly epoch: Instant;
  readonly clockSkew: number | undefined;
  readonly latency: (exchange: number) => number;
  readonly answerStore: (route: number, request: WireRequest, usual: WireAnswer) => Promise<WireAnswer>;
  readonly apply: (input: Input, now: Instant) => Applied;
  readonly record: (entry: WithoutTime<Entry>, now?: Instant) => void;
  readonly entries: () => number;
  readonly before: (exchange: Approaching) => Promise<unknown> | undefined;
  readonly pass: (length: number) => Promise<void>;
}

/** Where requests come in and answers go out. */
export interface Reception {
  receive(request: WireRequest, gone: AbortSignal, overlooks?: Overlooks): Promise<Outcome>;
  /** Exchanges the client waits for, in words. */
  waiting(): readonly string[];
}

export const createReception = (parts: ReceptionParts): Reception => {
  const { world, timeline, epoch, latency, answerStore, apply, record, entries, before, pass } = parts;
  const { clockSkew = 0 } = parts;
  const asking = new Map<number, string>();
  let coming = 0;
  let exchanges = 0;

  const end = (number: number): void => {
    if (asking.delete(number)) apply({ kind: 'closed', exchange: number }, timeline.now());
  };

  const way: Way = { latency, pass, quiet: () => timeline.quiet('answer'), record, end };

  const date = (answer: WireAnswer, now: Instant): WireAnswer =>
    parts.clockSkew === undefined
      ? answer
      : { ...answer, headers: { date: httpDate(now + clockSkew), ...answer.headers } };

  const exchange = async (
    number: number,
    request: WireRequest,
    route: Route,
    gone: AbortSignal,
    overlooks?: Overlooks,
  ): Promise<Outcome> => {
    const came = timeline.now();
    const operation = route.operation ?? 'unknown';
    const region = 'region' in route ? { region: route.region } : {};
    asking.set(number, `${operation} (#${number})`);
    record({ kind: 'request', exchange: number, operation, ...region, request }, came);
    if (gone.aborted) record({ kind: 'hungUp', exchange: number }, came);
    const cued = route.operation && before({ name: route.operation, number, request, route });
    if (cued !== undefined) await cued;
    const now = cued === undefined ? came : timeline.now();
    const asked = { kind: 'request', request, exchange: number } as const;
    const first = apply(asked, now);
    const { unreached } = first.effects;
    const isOverlooked = unreached !== undefined && overlook(way, number, unreached, overlooks);
    if (unreached !== undefined && !isOverlooked) return failRequest(way, number, unreached, request);
    const { effects, settled, decided } = isOverlooked ? apply({ ...asked, despiteFault: true }, now) : first;
    const { reply, leaned } = effects;
    if (reply === undefined) throw new Error('the core gave no answer to a request');
    const { answer: usual, storeRoute, fault } = reply;
    const given = storeRoute === undefined ? usual : await answerStore(storeRoute, request, usual);
    if (settled !== undefined) await settled;
    const answer = date(given, timeline.now());
    const { rememberedSince, ...why } = reply.reason;
    const remembered = rememberedSince === undefined ? {} : { rememberedSince: rememberedSince - clockSkew - epoch };
    const setOut = (): void => {
      const sent = timeline.now();
      const isAtOnce = now === sent && decided.entries === entries();
      const told = { ...remembered, leaned, ...(!isAtOnce && { decided }) };
      record({ kind: 'answer', exchange: number, answer, ...why, ...told }, sent);
    };
    return deliverResponse(way, { exchange: number, request, answer, fault, setOut }, gone);
  };

  return {
    receive: async (request, gone, overlooks) => {
      const route = findRoute(world, request);
      coming += 1;
      await timeline.quiet('request', placeInLine(world, route, request));
      coming -= 1;
      exchanges += 1;
      const number = exchanges;
      const hangUp = (): void => {
        if (asking.has(number)) record({ kind: 'hungUp', exchange: number });
      };
      gone.addEventListener('abort', hangUp, { once: true });
      try {
        return await exchange(number, request, route, gone, overlooks);
      } finally {
        end(number);
        gone.removeEventListener('abort', hangUp);
      }
    },
    waiting: () => [...asking.values(), ...Array.from({ length: coming }, () => 'a request that comes just now')],
  };
};
