import type { EntryOf } from '../../trace/entry.ts';
import type { Assumptions } from '../../spec/assumptions.ts';
import { type ExchangeFaultRow, exchangeFaults, type Seen } from '../../spec/faults.ts';
import { addressOf, baseAddresses, type Host } from '../../spec/hosts.ts';
import type { Region } from '../../spec/regions.ts';
import { type OperationName, operations } from '../../spec/routes.ts';
import type { InitialWorld } from '../../trace/initial-world.ts';
import { Answer } from './answer.ts';
import type { ExchangeFault, WireRequest } from './entry-parts.ts';
import { type ParsedRequest, parseRequest, readForm, readSubject, type Subject } from './parsed-request.ts';
import { type ClientResponse, readRefusal } from './response.ts';

export interface Placed {
  readonly at: number;
  readonly place: number;
}

type ExchangeEntry = EntryOf<'answer' | 'fault' | 'hungUp' | 'arrived'>;

/** What becomes of an answer that was given: whether its body is whole, and whether the client certainly waited for it. */
interface Fate {
  readonly isWhole: boolean;
  readonly isSure: boolean;
}

const whole: Fate = { isWhole: true, isSure: true };
// What breaks off, or comes piece by piece, may have been waited for or not.
const slow: Fate = { isWhole: true, isSure: false };

/** By what is seen of a fault, where that leaves not all of the answer for certain; nothing of it at all is undefined. */
const fates: { readonly [Sees in Seen]?: Fate | undefined } = {
  nothing: undefined,
  error: undefined,
  end: undefined,
  part: { isWhole: false, isSure: false },
  pieces: slow,
  'another body': { isWhole: false, isSure: true },
};

/** What keeps others from a connection has not kept a client that was answered, as by a certificate that it overlooked. */
const fateOf = ({ fault, faultRow }: Exchange): Fate | undefined => {
  if (fault === undefined || faultRow?.place === 'connection') return whole;
  if (faultRow === undefined) return slow;
  return faultRow.sees in fates ? fates[faultRow.sees] : whole;
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
  /** Which run of the client sent it, as far as the trace tells: how many had come to their end by then. */
  readonly run: number;
  readonly operation: OperationName | 'unknown';
  /** Where interface C was asked; undefined for others. */
  readonly region: Region | undefined;
  /** The interface at that address; undefined where there is none, or none is known. */
  readonly host: Host | undefined;
  readonly request: WireRequest;
  /** The Authorization header, word for word; the empty text when there is none. */
  readonly credentials: string;
  /** What the service answered, whether or not it got to the client. */
  answer: Answer | undefined = undefined;
  /** What happened to it on the network. */
  fault: ExchangeFault | undefined = undefined;
  /** What is true of such a fault; undefined without one, and where nobody knows it. */
  faultRow: ExchangeFaultRow | undefined = undefined;
  hungUpAt: number | undefined = undefined;
  /** Its last entry in the trace, or where the client hung up. */
  lastPlace: number;
  /** What a call of interface C asks for; undefined for others. */
  readonly subject: Subject | undefined;
  /** The answer that the client saw for certain: what accuses it goes by this one. Known once all entries are read. */
  sure: ClientResponse | undefined = undefined;
  /** The answer that the client may have seen, sure or not: what excuses it goes by this one. */
  maybe: ClientResponse | undefined = undefined;
  readonly #assumptions: Assumptions;
  readonly #takesTime: boolean;
  #isOpen = false;
  #faultEndsAt: number | undefined = undefined;
  #sent: Placed | undefined = undefined;
  #arrived: Placed | undefined = undefined;
  #hungUp: Placed | undefined = undefined;
  #parsed: ParsedRequest | undefined = undefined;
  #form: ReadonlyMap<string, string> | undefined = undefined;

  constructor(
    entry: EntryOf<'request'>,
    place: number,
    run: number,
    world: InitialWorld | undefined,
    assumptions: Assumptions,
  ) {
    const { exchange, at, operation, region, request } = entry;
    this.number = exchange;
    this.at = at;
    this.place = place;
    this.run = run;
    this.operation = operation;
    this.region = region;
    this.host = operation === 'unknown' ? findHost(request.url, world) : operations[operation].host;
    this.request = request;
    this.credentials = request.headers['authorization'] ?? '';
    this.lastPlace = place;
    this.#assumptions = assumptions;
    this.#takesTime = world?.latency !== undefined;
    const isOfC = operation === 'createDataQuery' || operation === 'listDataQueryRecords';
    this.subject = isOfC ? readSubject(this.parsed) : undefined;
  }

  /** What the trace tells of it next. */
  follow(entry: ExchangeEntry, place: number): void {
    const { at } = entry;
    if (this.#hungUp === undefined) this.lastPlace = place;
    switch (entry.kind) {
      case 'answer':
        this.answer = new Answer(entry, place);
        this.#sent = { at, place };
        return;
      case 'fault':
        this.fault = entry.fault;
        this.faultRow = findRow(entry.fault);
        this.#faultEndsAt = at + (entry.fault.by ?? 0) * (entry.fault.pieces ?? 1);
        return;
      case 'hungUp':
        this.#hungUp ??= { at, place };
        this.hungUpAt = this.#hungUp.at;
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

  /** All that the trace tells of it was told. */
  settle(open?: ReadonlySet<number>): void {
    this.#isOpen = open?.has(this.number) === true;
    const { answer } = this;
    const heard = this.#arrived ?? this.#sent;
    const fate = fateOf(this);
    if (answer === undefined || heard === undefined || fate === undefined || this.#isOpen) return;
    if (this.#hungUp !== undefined && this.#arrived === undefined) return;
    const { isWhole, isSure } = fate;
    this.maybe = {
      at: heard.at,
      place: heard.place,
      status: answer.status,
      answer,
      isWhole,
      refusal: readRefusal(answer, isWhole),
    };
    if (isSure && this.#hungUp === undefined) this.sure = this.maybe;
  }

  /** Until when it was under way for the service: for certain up to an entry of the trace, and possibly up to a time. */
  get underWay(): Placed {
    if (this.#arrived !== undefined) return this.#arrived;
    if (this.#sent === undefined) return never;
    const sees = this.faultRow?.sees;
    if (sees === 'nothing') return this.#hungUp ?? never;
    const isVague = this.#takesTime || this.#isOpen || sees === 'late' || this.#hungUp !== undefined;
    return isVague ? { place: this.#sent.place, at: never.at } : this.#sent;
  }

  /** Since when it is no longer under way for the client, where the trace tells. */
  get overAt(): number | undefined {
    const known = this.sure?.at ?? this.hungUpAt;
    if (known !== undefined || this.#isOpen) return known;
    // Nothing but the client ends a silence.
    return this.faultRow?.sees === 'nothing' ? undefined : this.#faultEndsAt;
  }
}

const findRow = ({ name }: ExchangeFault): ExchangeFaultRow | undefined =>
  Object.hasOwn(exchangeFaults, name) ? exchangeFaults[name] : undefined;

/** Of addresses that lie below each other the later one in the table is the narrower. */
const findHost = (url: string, world: InitialWorld | undefined): Host | undefined => {
  if (world === undefined) return undefined;
  const isBelow = (base: string): boolean => url.startsWith(base) && '/?#'.includes(url.charAt(base.length));
  return baseAddresses.findLast((base) => isBelow(addressOf(world.hosts, base)))?.host;
};
