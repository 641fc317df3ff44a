import type { Asking, Gone, Outcome, Waits, WireRequest } from '../core/wire.ts';
import { type Decided, decideExchange, type Exchange } from './decide-exchange.ts';
import { deliverResponse, isPlain, type Way } from './deliver-response.ts';
import type { Inside } from './engine.ts';
import type { ServiceTypes } from './service.ts';

const nobodyAsks: Waits = () => undefined;

const once = { once: true } as const;

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
      quiet: () =>
        new Promise((resolve) =>
          engine.timeline.quiet('answer', () => {
            resolve();
            return false;
          }),
        ),
      record: engine.record,
      end: (number) => this.#end(number),
    };
  }

  take(request: WireRequest, { gone, overlooks, waits = nobodyAsks, hear, fail }: Asking): void {
    const { service, timeline, record, noteBug } = this.#engine;
    try {
      const route = service.route(request);
      let number = 0;
      const hangUp = (): void => {
        if (this.#asking.has(number)) record({ kind: 'hungUp', exchange: number });
      };
      const letIn = (): boolean => {
        this.#coming -= 1;
        this.#last += 1;
        number = this.#last;
        return this.#serve({ number, request, route, gone, overlooks, waits, hangUp, hear, fail });
      };
      this.#coming += 1;
      this.#working += 1;
      timeline.quiet('request', letIn, () => service.placeInLine(route, request));
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

  /** Whether one of them waits for anything but time. */
  isBusy(): boolean {
    return this.#working > 0;
  }

  /** True where it was decided at once, and has set off nothing. */
  #serve(exchange: Exchange<Of>): boolean {
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
  }

  #send(exchange: Exchange<Of>, decided: Decided): void {
    if ('outcome' in decided) return this.#arrive(exchange, decided.outcome);
    if (!isPlain(this.#way, decided)) {
      return void deliverResponse(this.#way, decided, exchange.gone)
        .then((outcome) => this.#arrive(exchange, outcome))
        .catch((bug: unknown) => this.#fail(exchange, bug));
    }
    this.#engine.timeline.quiet('answer', () => {
      try {
        decided.setOut();
        this.#arrive(exchange, decided.answer);
      } catch (bug) {
        this.#fail(exchange, bug);
      }
      return false;
    });
  }

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
