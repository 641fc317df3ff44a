import type { Asking, ExchangeFault, Outcome, Waits, WireAnswer, WireRequest } from '../core/wire.ts';
import { httpDate, type Instant } from '../spec/time.ts';
import { asTraced } from '../trace/client-headers.ts';
import { failRequest, overlook, type Parcel, type Way } from './deliver-response.ts';
import type { Applied, Inside } from './engine.ts';
import type { ServiceTypes } from './service.ts';

/** A request that has its number, and whoever waits for what becomes of it. */
export interface Exchange<Of extends ServiceTypes> extends Asking {
  readonly number: number;
  readonly request: WireRequest;
  readonly route: Of['route'];
  readonly waits: Waits;
  readonly hangUp: () => void;
}

/** An answer that is ready to set out, or what stands in its place, which is with the client already. */
export type Decided = Parcel | { readonly outcome: Outcome };

/** From the moment in which it is let in until its answer sets out: at once, where it waits for nothing. */
export const decideExchange = <Of extends ServiceTypes>(
  engine: Inside<Of>,
  way: Way,
  exchange: Exchange<Of>,
): Decided | Promise<Decided> => {
  const came = engine.timeline.now();
  const acting = comeIn(engine, exchange, came);
  if (acting === undefined) return decide(engine, way, exchange, came);
  return acting.then(() => decide(engine, way, exchange, engine.timeline.now()));
};

/** Writes it down, and lets those act who wait for it. */
const comeIn = <Of extends ServiceTypes>(
  { service, record, before, trace, epoch }: Inside<Of>,
  { number, request, route, gone }: Exchange<Of>,
  came: Instant,
): Promise<unknown> | undefined => {
  const entry = { at: came - epoch, kind: 'request', exchange: number } as const;
  trace.record(Object.assign(entry, service.words.request(route), { request: asTraced(request) }));
  if (gone.aborted) record({ kind: 'hungUp', exchange: number }, came);
  const name = service.operationAt(route);
  return name === undefined ? undefined : before({ kind: 'request', name, number, request, route });
};

const decide = <Of extends ServiceTypes>(
  engine: Inside<Of>,
  way: Way,
  exchange: Exchange<Of>,
  now: Instant,
): Decided | Promise<Decided> => {
  const { number, request, route, overlooks, waits, reaches } = exchange;
  const asked = { kind: 'request', request, route, exchange: number } as const;
  const first = engine.apply(asked, now, number);
  const { unreached } = first.effects;
  const isOverlooked = unreached !== undefined && overlook(way, number, unreached, overlooks);
  reaches?.(isOverlooked ? undefined : unreached?.name);
  if (unreached !== undefined && !isOverlooked) {
    return failRequest(way, number, unreached, request).then((outcome) => ({ outcome }));
  }
  const applied = isOverlooked ? engine.apply({ ...asked, despiteFault: true }, now, number) : first;
  const { reply } = applied.effects;
  if (reply === undefined) throw new Error('the service gave no answer to a request');
  const completing = engine.service.complete(reply, request);
  if (completing === undefined && applied.settled === undefined) {
    return new Answered(engine, exchange, applied, reply.answer);
  }
  if (completing !== undefined) waits(Number.POSITIVE_INFINITY);
  return Promise.all([completing ?? reply.answer, applied.settled]).then(
    ([given]) => new Answered(engine, exchange, applied, given),
  );
};

/** What the service answers, dated, until it sets out. A class, for there is one to each request. (docs/decisions/0034) */
class Answered<Of extends ServiceTypes> implements Parcel {
  readonly exchange: number;
  readonly request: WireRequest;
  readonly answer: WireAnswer;
  readonly fault: ExchangeFault | undefined;
  readonly waits: Waits;
  readonly setsOff: boolean;
  readonly #engine: Inside<Of>;
  readonly #applied: Applied<Of>;

  constructor(engine: Inside<Of>, asked: Exchange<Of>, applied: Applied<Of>, given: WireAnswer) {
    this.exchange = asked.number;
    this.request = asked.request;
    this.answer = date(engine, given);
    this.fault = applied.effects.reply?.fault;
    this.waits = asked.waits;
    this.setsOff = applied.setsOff;
    this.#engine = engine;
    this.#applied = applied;
  }

  setOut(): void {
    const { service, timeline, epoch, trace, clockSkew = 0 } = this.#engine;
    const { effects, decided } = this.#applied;
    const at = timeline.now() - epoch;
    const isAtOnce = decided.at === at && decided.entries === trace.recorded;
    const why = service.words.answer(effects, (instant) => instant - clockSkew - epoch);
    const late = isAtOnce ? undefined : { decided };
    trace.record({ at, kind: 'answer', exchange: this.exchange, answer: this.answer, ...why, ...late });
  }
}

const date = <Of extends ServiceTypes>({ timeline, clockSkew }: Inside<Of>, given: WireAnswer): WireAnswer =>
  clockSkew === undefined
    ? given
    : { ...given, headers: { date: httpDate(timeline.now() + clockSkew), ...given.headers } };
