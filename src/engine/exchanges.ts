import type { Asking, Gone, Outcome, Waits, WireRequest } from '../core/wire.ts';
import { type Decided, decideExchange, type Exchange } from './decide-exchange.ts';
import { deliverResponse, isPlain, type Parcel, type Way } from './deliver-response.ts';
import type { Inside } from './engine.ts';
import type { ServiceTypes } from './service.ts';

const nobodyAsks: Waits = () => undefined;

const once = { once: true } as const;

/** Whose number is 0 until it is let in. */
type Coming<Of extends ServiceTypes> = Omit<Exchange<Of>, 'number'> & { number: number };

interface Leaving<Of extends ServiceTypes> {
  readonly exchange: Exchange<Of>;
  readonly parcel: Parcel;
}

const settle = (resolve: () => void): false => {
  resolve();
  return false;
};

/**
 * Where requests come in and answers go out. Most exchanges need nothing on the way, and no promise but the one that the client
 * waits for: more would take longer than the service does. (docs/decisions/0033)
 */
export class Exchanges<Of extends ServiceTypes> {
  readonly #engine: Inside<Of>;
  readonly #way: Way;
  readonly #asking = new Map<number, Exchange<Of>>();
  #coming = 0;
  #working = 0;
  #last = 0;

  constructor(engine: Inside<Of>) {
    this.#engine = engine;
    this.#way = {
      latency: engine.latency,
      pass: (length) => this.#idly(() => engine.pass(length)),
      untilGone: (gone) => this.#idly(() => untilGone(gone)),
      quiet: () => new Promise((resolve) => engine.timeline.quiet('answer', settle, resolve)),
      record: engine.record,
      end: (number) => this.#end(number),
    };
  }

  take(request: WireRequest, { gone, overlooks, waits = nobodyAsks, reaches, hear, fail }: Asking): void {
    const { service, timeline, record, noteBug } = this.#engine;
    try {
      const route = service.route(request);
      const hangUp = (): void => {
        if (this.#asking.has(exchange.number)) record({ kind: 'hungUp', exchange: exchange.number });
      };
      const exchange = { number: 0, request, route, gone, overlooks, waits, reaches, hangUp, hear, fail };
      this.#coming += 1;
      this.#working += 1;
      timeline.quiet('request', this.#letIn, exchange, this.#placeInLine);
    } catch (bug) {
      noteBug(bug);
      fail(bug);
    }
  }

  /** Those that the client waits for, in words. */
  waiting(): readonly string[] {
    const { service } = this.#engine;
    return [
      ...Array.from(
        this.#asking.values(),
        ({ number, route }) => `${service.operationAt(route) ?? 'unknown'} (#${number})`,
      ),
      ...Array.from({ length: this.#coming }, () => 'a request that comes just now'),
    ];
  }

  /** Their numbers. */
  open(): ReadonlySet<number> {
    return new Set(this.#asking.keys());
  }

  /** Whether one of them waits for anything but time. */
  isBusy(): boolean {
    return this.#working > 0;
  }

  readonly #placeInLine = ({ route, request }: Exchange<Of>): string =>
    this.#engine.service.placeInLine(route, request);

  /** True where it was decided at once, and has set off nothing. */
  readonly #letIn = (exchange: Coming<Of>): boolean => {
    this.#coming -= 1;
    this.#last += 1;
    exchange.number = this.#last;
    this.#asking.set(exchange.number, exchange);
    exchange.gone.addEventListener('abort', exchange.hangUp, once);
    try {
      const decided = decideExchange(this.#engine, this.#way, exchange);
      if (decided instanceof Promise) {
        void decided.then((late) => this.#send(exchange, late)).catch((bug: unknown) => this.#fail(exchange, bug));
        return false;
      }
      this.#send(exchange, decided);
      return 'setsOff' in decided && !decided.setsOff;
    } catch (bug) {
      this.#fail(exchange, bug);
      return false;
    }
  };

  #send(exchange: Exchange<Of>, decided: Decided): void {
    if ('outcome' in decided) return this.#arrive(exchange, decided.outcome);
    if (!isPlain(this.#way, decided)) {
      return void deliverResponse(this.#way, decided, exchange.gone)
        .then((outcome) => this.#arrive(exchange, outcome))
        .catch((bug: unknown) => this.#fail(exchange, bug));
    }
    this.#engine.timeline.quiet('answer', this.#letGo, { exchange, parcel: decided });
  }

  readonly #letGo = ({ exchange, parcel }: Leaving<Of>): false => {
    try {
      parcel.setOut();
      this.#arrive(exchange, parcel.answer);
    } catch (bug) {
      this.#fail(exchange, bug);
    }
    return false;
  };

  #arrive(exchange: Exchange<Of>, outcome: Outcome): void {
    this.#finish(exchange);
    exchange.hear(outcome);
  }

  #fail(exchange: Exchange<Of>, bug: unknown): void {
    this.#finish(exchange);
    this.#engine.noteBug(bug);
    exchange.fail(bug);
  }

  #finish({ number, gone, hangUp }: Exchange<Of>): void {
    this.#working -= 1;
    this.#end(number);
    gone.removeEventListener('abort', hangUp);
  }

  #end(number: number): void {
    const { apply, timeline } = this.#engine;
    if (this.#asking.delete(number)) apply({ kind: 'closed', exchange: number }, timeline.now());
  }

  /** While nothing but time, or the client itself, brings it on. */
  async #idly(wait: () => Promise<void>): Promise<void> {
    this.#working -= 1;
    await wait();
    this.#working += 1;
  }
}

const untilGone = (gone: Gone): Promise<void> =>
  new Promise((resolve) => {
    if (gone.aborted) resolve();
    else gone.addEventListener('abort', () => resolve(), { once: true });
  });
