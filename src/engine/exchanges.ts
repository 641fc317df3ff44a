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
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (bug: unknown) => void;
}

/** An answer that is ready to set out, or what stands in its place, which is with the client already. */
type Decided = Parcel | { readonly outcome: Outcome };

const nobodyAsks: Waits = () => undefined;

const once = { once: true } as const;

export const createExchanges = <Of extends ServiceTypes>(engine: Inside<Of>): Exchanges => {
  const { service, timeline, record, apply } = engine;
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

  /**
   * From the moment in which it is let in until its answer is with the client. Most need nothing on the way, and no promise: that
   * would take longer than the service does. True where it was decided at once, and has set off nothing.
   */
  const serve = (exchange: Exchange<Of>): boolean => {
    const { number, gone, resolve, reject } = exchange;
    const hangUp = (): void => {
      if (asking.has(number)) record({ kind: 'hungUp', exchange: number });
    };
    const finish = (): void => {
      working -= 1;
      end(number);
      gone.removeEventListener('abort', hangUp);
    };
    const arrive = (outcome: Outcome): void => {
      finish();
      resolve(outcome);
    };
    const fail = (bug: unknown): void => {
      finish();
      reject(bug);
    };
    const setOut = (parcel: Parcel): void => {
      try {
        parcel.setOut();
        arrive(parcel.answer);
      } catch (bug) {
        fail(bug);
      }
    };
    const send = (decided: Decided): void => {
      if ('outcome' in decided) arrive(decided.outcome);
      else if (isPlain(way, decided)) quiet(() => setOut(decided));
      else void deliverResponse(way, decided, gone).then(arrive, fail);
    };
    asking.set(number, exchange);
    gone.addEventListener('abort', hangUp, once);
    try {
      const decided = answer(engine, way, exchange);
      if (decided instanceof Promise) void decided.then(send).catch(fail);
      else send(decided);
      return !(decided instanceof Promise) && 'setsOff' in decided && !decided.setsOff;
    } catch (bug) {
      fail(bug);
      return false;
    }
  };

  return {
    receive: (request, gone, overlooks, waits = nobodyAsks) =>
      new Promise((resolve, tell) => {
        const reject = (bug: unknown): void => {
          engine.noteBug(bug);
          tell(bug);
        };
        try {
          const route = service.route(request);
          const letIn = (): boolean => {
            coming -= 1;
            exchanges += 1;
            return serve({ number: exchanges, request, route, gone, overlooks, waits, resolve, reject });
          };
          coming += 1;
          working += 1;
          timeline.quiet('request', letIn, () => service.placeInLine(route, request));
        } catch (bug) {
          reject(bug);
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
  { service, record, before }: Inside<Of>,
  { number, request, route, gone }: Exchange<Of>,
  came: Instant,
): Promise<unknown> | undefined => {
  record({ kind: 'request', exchange: number, ...service.words.request(route), request }, came);
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
  const { fault } = reply;
  const pack = (given: WireAnswer): Parcel => {
    const dated = date(engine, given);
    const setOut = (): void => recordAnswer(engine, number, dated, applied);
    return { exchange: number, request, answer: dated, fault, setOut, waits, setsOff: applied.setsOff };
  };
  const completing = engine.service.complete(reply, request);
  if (completing === undefined && applied.settled === undefined) return pack(reply.answer);
  if (completing !== undefined) waits(Number.POSITIVE_INFINITY);
  return Promise.all([completing ?? reply.answer, applied.settled]).then(([given]) => pack(given));
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
  const late = isAtOnce ? undefined : { decided };
  record({ kind: 'answer', exchange: number, answer: given, ...why, ...late }, sent);
};

const untilGone = (gone: Gone): Promise<void> =>
  new Promise((resolve) => {
    if (gone.aborted) resolve();
    else gone.addEventListener('abort', () => resolve(), { once: true });
  });
