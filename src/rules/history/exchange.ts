import type { Assumptions } from '../../spec/assumptions.ts';
import { type ExchangeFaultRow, exchangeFaults, type Seen } from '../../spec/faults.ts';
import { addressOf, baseAddresses, type Host } from '../../spec/hosts.ts';
import type { Region } from '../../spec/regions.ts';
import { type OperationName, operations } from '../../spec/routes.ts';
import type { InitialWorld } from '../../trace/initial-world.ts';
import { Answer } from './answer.ts';
import type { EntryOf, ExchangeFault, WireRequest } from './entry-of.ts';
import { type ParsedRequest, parseRequest, readForm, readSubject, type Subject } from './parsed-request.ts';
import { type ClientResponse, readRefusal, type Refusal } from './response.ts';

export interface Placed {
  readonly at: number;
  readonly place: number;
}

type ExchangeEntry = EntryOf<'answer' | 'fault' | 'hungUp' | 'arrived'>;

/** What becomes of an answer that was given, by what is seen of it, and whether the client certainly waited for it. */
const fates = {
  nothing: { received: 'nothing', isSure: true },
  error: { received: 'nothing', isSure: true },
  end: { received: 'nothing', isSure: true },
  redirect: { received: 'nothing', isSure: true },
  // What breaks off, or comes piece by piece, may have been waited for or not; nothing is founded on it.
  part: { received: 'spoiled', isSure: false },
  pieces: { received: 'whole', isSure: false },
  'another body': { received: 'spoiled', isSure: true },
  late: { received: 'whole', isSure: true },
  whole: { received: 'whole', isSure: true },
  copies: { received: 'whole', isSure: true },
  refusal: { received: 'whole', isSure: true },
} as const satisfies Record<Seen, Fate>;

interface Fate {
  readonly received: Exchange['received'];
  readonly isSure: boolean;
}

/** What keeps others from a connection has not kept a client that was answered, as by a certificate that it overlooked. */
const fateOf = ({ fault, faultRow }: Exchange): Fate => {
  if (fault === undefined || faultRow?.place === 'connection') return fates.whole;
  return faultRow === undefined ? { received: 'whole', isSure: false } : fates[faultRow.sees];
};

const never: Placed = { at: Number.POSITIVE_INFINITY, place: Number.POSITIVE_INFINITY };

/**
 * A request and what became of it: what the service decided, and what the client that called got to see. Times are virtual
 * milliseconds since the simulation began, places count the entries of the trace. A class that is built up while the trace is
 * read, for traces hold thousands: what is asked for late is worked out late.
 */
export class Exchange {
  readonly number: number;
  /** When the client sent it, and where in the trace. */
  readonly at: number;
  readonly place: number;
  readonly operation: OperationName | 'unknown';
  /** Where interface C was asked; undefined for others. */
  readonly region: Region | undefined;
  /** The interface at that address; undefined where there is none, or none is known. */
  readonly host: Host | undefined;
  readonly request: WireRequest;
  readonly #assumptions: Assumptions;
  readonly #takesTime: boolean;
  #answer: Answer | undefined = undefined;
  #fault: (Placed & { readonly fault: ExchangeFault }) | undefined = undefined;
  #sent: Placed | undefined = undefined;
  #arrived: Placed | undefined = undefined;
  #hungUp: Placed | undefined = undefined;
  #lastPlace: number;
  #parsed: ParsedRequest | undefined = undefined;
  #form: ReadonlyMap<string, string> | undefined = undefined;
  #subject: Subject | undefined = undefined;
  #refusal: Refusal | undefined | null = null;

  constructor(entry: EntryOf<'request'>, place: number, world: InitialWorld | undefined, assumptions: Assumptions) {
    const { exchange, at, operation, region, request } = entry;
    this.number = exchange;
    this.at = at;
    this.place = place;
    this.operation = operation;
    this.region = region;
    this.host = operation === 'unknown' ? findHost(request.url, world) : operations[operation].host;
    this.request = request;
    this.#lastPlace = place;
    this.#assumptions = assumptions;
    this.#takesTime = world?.latency !== undefined;
  }

  /** What the trace tells of it next. */
  follow(entry: ExchangeEntry, place: number): void {
    const { at } = entry;
    if (this.#hungUp === undefined) this.#lastPlace = place;
    switch (entry.kind) {
      case 'answer':
        this.#answer ??= new Answer(entry, place);
        this.#sent ??= { at, place };
        return;
      case 'fault':
        this.#fault = { at, place, fault: entry.fault };
        return;
      case 'hungUp':
        this.#hungUp ??= { at, place };
        return;
      case 'arrived':
        this.#arrived ??= { at, place };
        return;
      default:
        entry satisfies never;
    }
  }

  get parsed(): ParsedRequest {
    this.#parsed ??= parseRequest(this.request, this.#assumptions);
    return this.#parsed;
  }

  /** The fields of a token request. */
  get form(): ReadonlyMap<string, string> {
    this.#form ??= readForm(this.request, this.#assumptions);
    return this.#form;
  }

  /** The Authorization header, word for word; the empty text when there is none. */
  get credentials(): string {
    return this.request.headers['authorization'] ?? '';
  }

  /** What a call of interface C asks for; undefined for others. */
  get subject(): Subject | undefined {
    if (this.operation !== 'createDataQuery' && this.operation !== 'listDataQueryRecords') return undefined;
    this.#subject ??= readSubject(this.parsed);
    return this.#subject;
  }

  get hungUpAt(): number | undefined {
    return this.#hungUp?.at;
  }

  /** What the service answered, whether or not it got to the client. */
  get answer(): Answer | undefined {
    return this.#answer;
  }

  /** What happened to it on the network. */
  get fault(): ExchangeFault | undefined {
    return this.#fault?.fault;
  }

  /** What is true of such a fault; undefined without one, and where nobody knows it. */
  get faultRow(): ExchangeFaultRow | undefined {
    const name = this.fault?.name;
    return name !== undefined && Object.hasOwn(exchangeFaults, name) ? exchangeFaults[name] : undefined;
  }

  /** What the client got to see: all of the answer, something that stands in its place, or no answer. */
  get received(): 'whole' | 'spoiled' | 'nothing' {
    if (this.answer === undefined) return 'nothing';
    if (this.#hungUp !== undefined && this.#arrived === undefined) return 'nothing';
    return fateOf(this).received;
  }

  /** When the head of the answer got to the client. */
  get receivedAt(): number | undefined {
    return this.received === 'nothing' ? undefined : (this.#arrived?.at ?? this.answer?.at);
  }

  /** What the client got to see, if it did for certain. */
  get response(): ClientResponse | undefined {
    const { answer, receivedAt: at } = this;
    const place = (this.#arrived ?? this.#sent)?.place;
    if (answer === undefined || this.#hungUp !== undefined || at === undefined || place === undefined) return undefined;
    const { received, isSure } = fateOf(this);
    return isSure ? { at, place, status: answer.status, answer, isWhole: received === 'whole' } : undefined;
  }

  /** What it was refused with, where it was and the client knows, read as a refusal of interface C. */
  get refusal(): Refusal | undefined {
    if (this.#refusal === null) this.#refusal = readRefusal(this.response);
    return this.#refusal;
  }

  /** Until when it was under way for the service: for certain up to an entry of the trace, and possibly up to a time. */
  get underWay(): Placed {
    if (this.#arrived !== undefined) return this.#arrived;
    if (this.#sent === undefined) return never;
    const sees = this.faultRow?.sees;
    if (sees === 'nothing') return this.#hungUp ?? never;
    const isVague = this.#takesTime || sees === 'late' || this.#hungUp !== undefined;
    return isVague ? { place: this.#sent.place, at: never.at } : this.#sent;
  }

  /** Since when it is no longer under way for the client, where the trace tells. */
  get overAt(): number | undefined {
    const known = this.response?.at ?? this.hungUpAt;
    if (known !== undefined || this.fault === undefined) return known ?? this.answer?.at;
    // Nothing but the client ends a silence.
    const { by = 0, pieces = 1 } = this.fault;
    return this.faultRow?.sees === 'nothing' ? undefined : (this.#fault?.at ?? 0) + by * pieces;
  }

  /** Its last entry in the trace, or where the client hung up. */
  get lastPlace(): number {
    return this.#lastPlace;
  }
}

/** Of addresses that lie below each other the later one in the table is the narrower. */
const findHost = (url: string, world: InitialWorld | undefined): Host | undefined => {
  if (world === undefined) return undefined;
  const isBelow = (base: string): boolean =>
    url.startsWith(base) && (url.length === base.length || '/?#'.includes(url.charAt(base.length)));
  return baseAddresses.findLast((base) => isBelow(addressOf(world.hosts, base)))?.host;
};
