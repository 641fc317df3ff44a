/**
 * A trace is what happened in a simulation, in order, with virtual time: the only thing that rules, expectations and reports
 * read, and the same bytes whenever the same thing happens again.
 *
 * The engine and whoever plays a scenario record entries (`entry.ts`) as they happen and never change one. An entry is held
 * (`log.ts`) raw, but for headers that libraries add by themselves (`client-headers.ts`): the rules judge what was really said,
 * secrets and all. Whoever shows a trace gets it masked (`mask.ts`): entries, lines (`lines.ts`), JSON lines. A secret has one name
 * throughout, so that a reader still sees which token was used where; nothing that leaves a simulation has a raw one in it.
 *
 * An entry says in words of its own what is true of any service that speaks HTTP, and takes over what a service says of
 * itself (`Words`). `initial-world.ts` is what there was before the first entry, `explanation.ts` why an answer was given.
 * Nothing here decides anything, reads a clock or looks into a world.
 */
import type { Entry, Words } from './entry.ts';
import { formatLines } from './lines.ts';
import { Log } from './log.ts';
import { createMasker, type KnownSecrets, type Masker } from './mask.ts';

/**
 * What happened in a simulation: readable at any time, as data, as lines, or as JSON lines. Secrets are masked. Of a request's
 * headers it keeps those that the client gave it, in the order of their names: `authorization`, `content-type`, `range`, any
 * of its own. It leaves out what libraries add by themselves, such as `user-agent`, `accept-encoding` and `host`.
 */
export interface Trace<Any = Entry> {
  /** All entries so far, oldest first. */
  readonly entries: readonly Any[];
  /** One readable line for each thing that happened. */
  lines(): readonly string[];
  /**
   * One JSON object a line, ending in a newline: the same bytes for the same seed, instance, scenario and client, on every
   * version of Node and by every transport; but for the addresses, where the client was given others.
   */
  toJSONL(): string;
  /** A text from elsewhere, such as the error of a client, with the secrets masked that this trace knows. */
  mask(text: string): string;
}

export interface TraceRecorder<Any = Entry> extends Trace<Any> {
  record(entry: Any): void;
  /** As recorded, secrets and all: for judging, never for showing. */
  readonly raw: readonly Any[];
  /** Whether none is ever dropped. */
  readonly keepsAll: boolean;
  /** How many were recorded, also those that are not kept any more. */
  readonly recorded: number;
  /** The number of the newest exchange; 0 before the first. */
  readonly lastExchange: number;
}

export const createTrace = (known?: KnownSecrets, keeping?: Keeping): TraceRecorder =>
  // The code that writes lines is loaded when somebody reads them. (docs/decisions/0026)
  createTraceOf((entries) => formatLines(entries), known, keeping);

/** How many entries a trace keeps: the newest, and the first, which says what there was before. */
export interface Keeping {
  readonly most: number;
  /** Is told whenever some were dropped. */
  readonly onDrop?: () => void;
}

/** More than an entry can outlive, of which each takes a fifth away: what stands in one that is kept is never forgotten. */
const dropsToForget = 6;

const keepAll: Keeping = { most: Number.POSITIVE_INFINITY };

/** The trace of any service; `format` tells its entries as lines. */
export const createTraceOf = <Any extends Entry<Words>>(
  format: (entries: readonly Any[]) => readonly string[],
  known?: KnownSecrets,
  keeping: Keeping = keepAll,
): TraceRecorder<Any> => new RecordedTrace(format, known, keeping);

class RecordedTrace<Any extends Entry<Words>> implements TraceRecorder<Any> {
  recorded = 0;
  lastExchange = 0;
  /** What is held and masked are texts of requests and answers, which are the same for any service; an entry stays what it is. */
  readonly #log = new Log();
  #dropped = 0;
  #drops = 0;
  /** The instant of the last that was dropped. */
  #since = 0;
  /** Made when somebody reads: most simulations end well, and nobody does. */
  #masker: Masker | undefined;
  readonly #format: (entries: readonly Any[]) => readonly string[];
  readonly #known: KnownSecrets | undefined;
  readonly #keeping: Keeping;

  constructor(
    format: (entries: readonly Any[]) => readonly string[],
    known: KnownSecrets | undefined,
    keeping: Keeping,
  ) {
    this.#format = format;
    this.#known = known;
    this.#keeping = keeping;
  }

  record(entry: Any): void {
    const recorded = entry as object as Entry;
    this.#log.add(recorded);
    this.recorded += 1;
    if (recorded.kind === 'request') this.lastExchange = recorded.exchange;
    // Many at a time, so that an entry costs the same however many are kept.
    if (this.#log.length > this.#keeping.most * 1.25) this.#drop();
  }

  get raw(): readonly Any[] {
    return this.#log.raw as object[] as Any[];
  }

  get keepsAll(): boolean {
    return this.#keeping.most === Number.POSITIVE_INFINITY;
  }

  get entries(): readonly Any[] {
    this.#mask();
    return this.#log.shown as object[] as Any[];
  }

  lines(): readonly string[] {
    return this.#format(this.entries);
  }

  toJSONL(): string {
    return formatJson(this.entries);
  }

  /** What `console.log(sim.trace)` shows. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.lines().join('\n');
  }

  mask(text: string): string {
    // What was recorded last may be where a secret is first met.
    this.#mask();
    return this.#getMasker().hide(text);
  }

  #getMasker(): Masker {
    return (this.#masker ??= createMasker(this.#known, () => this.#since));
  }

  #mask(): void {
    this.#log.mask(this.#getMasker().mask);
  }

  #drop(): void {
    const from = this.#log.beginning?.kind === 'began' ? 1 : 0;
    const count = this.#log.length - this.#keeping.most;
    // The last mark is among them.
    this.#dropped += this.#dropped === 0 ? count : count - 1;
    this.#since = this.#log.at(from + count - 1);
    this.#log.replace(from, count, { at: this.#since, kind: 'dropped', entries: this.#dropped });
    this.#drops += 1;
    if (this.#drops % dropsToForget === 0) this.#masker?.age();
    this.#keeping.onDrop?.();
  }
}

/** The first so many entries of a trace, whatever comes after. */
export const cutTrace = (trace: Trace, length: number): Trace => {
  const entries = trace.entries.slice(0, length);
  return {
    entries,
    lines: () => formatLines(entries),
    toJSONL: () => formatJson(entries),
    mask: (text) => trace.mask(text),
  };
};

const formatJson = (entries: readonly object[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
