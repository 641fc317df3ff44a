import type { Gone, Outcome, Overlooks, Waits, WireAnswer, WireRequest } from '../core/wire.ts';
import { httpDate, type Instant } from '../spec/time.ts';
import { deliverResponse, failRequest, isPlain, overlook, type Parcel, type Way } from './deliver-response.ts';
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
  readonly hangUp: () => void;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (bug: unknown) => void;
}

/** An answer that is ready to set out, or what stands in its place, which is with the client already. */
type Decided = Parcel | { readonly outcome: Outcome };

const nobodyAsks: Waits = () => undefined;

const once = { once: true } as const;

export const createExchanges = <Of extends ServiceTypes>(engine: Inside<Of>): Exchanges => {
  const { service, timeline, record, apply, noteBug } = engine;
  const asking = new Map<number, Exchange<Of>>();
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
  const quiet = (letGo: () => void): void =>
    timeline.quiet('answer', () => {
      letGo();
      return false;
    });
  const way: Way = {
    latency: engine.latency,
    pass: (length) => idly(() => engine.pass(length)),
    untilGone: (gone) => idly(() => untilGone(gone)),
    quiet: () => new Promise((resolve) => quiet(resolve)),
    record,
    end,
  };

  const finish = ({ number, gone, hangUp }: Exchange<Of>): void => {
    working -= 1;
    end(number);
    gone.removeEventListener('abort', hangUp);
  };
  const arrive = (exchange: Exchange<Of>, outcome: Outcome): void => {
    finish(exchange);
    exchange.resolve(outcome);
  };
  const fail = (exchange: Exchange<Of>, bug: unknown): void => {
    finish(exchange);
    noteBug(bug);
    exchange.reject(bug);
  };
  const send = (exchange: Exchange<Of>, decided: Decided): void => {
    if ('outcome' in decided) return arrive(exchange, decided.outcome);
    if (!isPlain(way, decided)) {
      return void deliverResponse(way, decided, exchange.gone)
        .then((outcome) => arrive(exchange, outcome))
        .catch((bug: unknown) => fail(exchange, bug));
    }
    quiet(() => {
      try {
        decided.setOut();
        arrive(exchange, decided.answer);
      } catch (bug) {
        fail(exchange, bug);
      }
    });
  };

  /**
   * From the moment in which it is let in until its answer is with the client. Most need nothing on the way, and no promise: that
   * would take longer than the service does. True where it was decided at once, and has set off nothing.
   */
  const serve = (exchange: Exchange<Of>): boolean => {
    asking.set(exchange.number, exchange);
    exchange.gone.addEventListener('abort', exchange.hangUp, once);
    try {
      const decided = answer(engine, way, exchange);
      if (decided instanceof Promise) {
        void decided.then((late) => send(exchange, late)).catch((bug: unknown) => fail(exchange, bug));
        return false;
      }
      send(exchange, decided);
      return 'setsOff' in decided && !decided.setsOff;
    } catch (bug) {
      fail(exchange, bug);
      return false;
    }
  };

  return {
    receive: (request, gone, overlooks, waits = nobodyAsks) =>
      new Promise((resolve, reject) => {
        try {
          const route = service.route(request);
          const letIn = (): boolean => {
            coming -= 1;
            exchanges += 1;
            const number = exchanges;
            const hangUp = (): void => {
              if (asking.has(number)) record({ kind: 'hungUp', exchange: number });
            };
            return serve({ number, request, route, gone, overlooks, waits, hangUp, resolve, reject });
          };
          coming += 1;
          working += 1;
          timeline.quiet('request', letIn, () => service.placeInLine(route, request));
        } catch (bug) {
          noteBug(bug);
          reject(bug as Error);
        }
      }),
    waiting: () => [
      ...Array.from(asking.values(), ({ number, route }) => `${service.operationAt(route) ?? 'unknown'} (#${number})`),
      ...Array.from({ length: coming }, () => 'a request that comes just now'),
    ],
    isBusy: () => working > 0,
  };
};

const answer = <Of extends ServiceTypes>(
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
  trace.record({ at: came - epoch, kind: 'request', exchange: number, ...service.words.request(route), request });
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
  const { number, request, route, overlooks, waits } = exchange;
  const asked = { kind: 'request', request, route, exchange: number } as const;
  const first = engine.apply(asked, now, number);
  const { unreached } = first.effects;
  const isOverlooked = unreached !== undefined && overlook(way, number, unreached, overlooks);
  if (unreached !== undefined && !isOverlooked) {
    return failRequest(way, number, unreached, request).then((outcome) => ({ outcome }));
  }
  const applied = isOverlooked ? engine.apply({ ...asked, despiteFault: true }, now, number) : first;
  const { reply } = applied.effects;
  if (reply === undefined) throw new Error('the service gave no answer to a request');
  const completing = engine.service.complete(reply, request);
  if (completing === undefined && applied.settled === undefined) return pack(engine, exchange, applied, reply.answer);
  if (completing !== undefined) waits(Number.POSITIVE_INFINITY);
  return Promise.all([completing ?? reply.answer, applied.settled]).then(([given]) =>
    pack(engine, exchange, applied, given),
  );
};

const pack = <Of extends ServiceTypes>(
  engine: Inside<Of>,
  { number, request, waits }: Exchange<Of>,
  applied: Applied<Of>,
  given: WireAnswer,
): Parcel => {
  const answer = date(engine, given);
  const setOut = (): void => recordAnswer(engine, number, answer, applied);
  const { effects, setsOff } = applied;
  return { exchange: number, request, answer, fault: effects.reply?.fault, setOut, waits, setsOff };
};

const date = <Of extends ServiceTypes>({ timeline, clockSkew }: Inside<Of>, given: WireAnswer): WireAnswer =>
  clockSkew === undefined
    ? given
    : { ...given, headers: { date: httpDate(timeline.now() + clockSkew), ...given.headers } };

const recordAnswer = <Of extends ServiceTypes>(
  { service, timeline, epoch, trace, clockSkew = 0 }: Inside<Of>,
  number: number,
  given: WireAnswer,
  { effects, decided }: Applied<Of>,
): void => {
  const at = timeline.now() - epoch;
  const isAtOnce = decided.at === at && decided.entries === trace.recorded;
  const why = service.words.answer(effects, (instant) => instant - clockSkew - epoch);
  const late = isAtOnce ? undefined : { decided };
  trace.record({ at, kind: 'answer', exchange: number, answer: given, ...why, ...late });
};

const untilGone = (gone: Gone): Promise<void> =>
  new Promise((resolve) => {
    if (gone.aborted) resolve();
    else gone.addEventListener('abort', () => resolve(), { once: true });
  });
