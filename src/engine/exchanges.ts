import type { Gone, Outcome, Overlooks, Waits, WireAnswer, WireRequest } from '../core/wire.ts';
import { httpDate, type Instant } from '../spec/time.ts';
import { deliverResponse, failRequest, overlook, type Way } from './deliver-response.ts';
import type { Applied, Inside } from './engine.ts';
import type { ServiceTypes } from './service.ts';

/** Where requests come in and answers go out. */
export interface Exchanges {
  receive(request: WireRequest, gone: Gone, overlooks?: Overlooks, waits?: Waits): Promise<Outcome>;
  /** Exchanges the client waits for, in words. */
  waiting(): readonly string[];
  /** Whether one of them waits for anything but time. */
  isBusy(): boolean;
}

/** A request that has its number. */
interface Exchange<Of extends ServiceTypes> {
  readonly number: number;
  readonly request: WireRequest;
  readonly route: Of['route'];
  readonly gone: Gone;
  readonly overlooks: Overlooks | undefined;
  readonly waits: Waits;
}

export const createExchanges = <Of extends ServiceTypes>(engine: Inside<Of>): Exchanges => {
  const { service, timeline, record, apply } = engine;
  const asking = new Map<number, string>();
  let coming = 0;
  let working = 0;
  let exchanges = 0;
  const end = (number: number): void => {
    if (asking.delete(number)) apply({ kind: 'closed', exchange: number }, timeline.now());
  };
  /** While nothing but time, or the client itself, brings it on. */
  const idly = async (wait: () => Promise<void>): Promise<void> => {
    working -= 1;
    await wait();
    working += 1;
  };
  const way: Way = {
    latency: engine.latency,
    pass: (length) => idly(() => engine.pass(length)),
    untilGone: (gone) => idly(() => untilGone(gone)),
    quiet: () => timeline.quiet('answer'),
    record,
    end,
  };
  return {
    receive: async (request, gone, overlooks, waits = () => undefined) => {
      const route = service.route(request);
      coming += 1;
      working += 1;
      await timeline.quiet('request', service.placeInLine(route, request));
      coming -= 1;
      exchanges += 1;
      const number = exchanges;
      asking.set(number, `${service.operationAt(route) ?? 'unknown'} (#${number})`);
      const hangUp = (): void => {
        if (asking.has(number)) record({ kind: 'hungUp', exchange: number });
      };
      gone.addEventListener('abort', hangUp, { once: true });
      try {
        return await answer(engine, way, { number, request, route, gone, overlooks, waits });
      } finally {
        working -= 1;
        end(number);
        gone.removeEventListener('abort', hangUp);
      }
    },
    waiting: () => [...asking.values(), ...Array.from({ length: coming }, () => 'a request that comes just now')],
    isBusy: () => working > 0,
  };
};

/** From the moment in which it is let in until its answer, or what stands in its place, is with the client. */
const answer = async <Of extends ServiceTypes>(
  engine: Inside<Of>,
  way: Way,
  exchange: Exchange<Of>,
): Promise<Outcome> => {
  const { number, request, gone, overlooks, waits } = exchange;
  const came = engine.timeline.now();
  const acting = comeIn(engine, exchange, came);
  if (acting !== undefined) await acting;
  const now = acting === undefined ? came : engine.timeline.now();
  const asked = { kind: 'request', request, route: exchange.route, exchange: number } as const;
  const first = engine.apply(asked, now, number);
  const { unreached } = first.effects;
  const isOverlooked = unreached !== undefined && overlook(way, number, unreached, overlooks);
  if (unreached !== undefined && !isOverlooked) return failRequest(way, number, unreached, request);
  const applied = isOverlooked ? engine.apply({ ...asked, despiteFault: true }, now, number) : first;
  const { reply } = applied.effects;
  if (reply === undefined) throw new Error('the service gave no answer to a request');
  const completing = engine.service.complete(reply, request);
  if (completing !== undefined) waits(Number.POSITIVE_INFINITY);
  const given = completing === undefined ? reply.answer : await completing;
  if (applied.settled !== undefined) await applied.settled;
  const dated = date(engine, given);
  const setOut = (): void => recordAnswer(engine, number, dated, applied);
  return deliverResponse(way, { exchange: number, request, answer: dated, fault: reply.fault, setOut, waits }, gone);
};

/** Writes it down, and lets those act who wait for it. */
const comeIn = <Of extends ServiceTypes>(
  { service, record, before }: Inside<Of>,
  { number, request, route, gone }: Exchange<Of>,
  came: Instant,
): Promise<unknown> | undefined => {
  record({ kind: 'request', exchange: number, ...service.words.request(route), request }, came);
  if (gone.aborted) record({ kind: 'hungUp', exchange: number }, came);
  const name = service.operationAt(route);
  return name === undefined ? undefined : before({ kind: 'request', name, number, request, route });
};

const date = <Of extends ServiceTypes>({ timeline, clockSkew }: Inside<Of>, given: WireAnswer): WireAnswer =>
  clockSkew === undefined
    ? given
    : { ...given, headers: { date: httpDate(timeline.now() + clockSkew), ...given.headers } };

const recordAnswer = <Of extends ServiceTypes>(
  { service, timeline, epoch, trace, record, clockSkew = 0 }: Inside<Of>,
  number: number,
  given: WireAnswer,
  { effects, decided }: Applied<Of>,
): void => {
  const sent = timeline.now();
  const isAtOnce = decided.at === sent - epoch && decided.entries === trace.recorded;
  const why = service.words.answer(effects, (at) => at - clockSkew - epoch);
  record({ kind: 'answer', exchange: number, answer: given, ...why, ...(!isAtOnce && { decided }) }, sent);
};

const untilGone = (gone: Gone): Promise<void> =>
  new Promise((resolve) => {
    if (gone.aborted) resolve();
    else gone.addEventListener('abort', () => resolve(), { once: true });
  });
