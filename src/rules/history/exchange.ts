import type { Assumptions } from '../../spec/assumptions.ts';
import type { Region } from '../../spec/regions.ts';
import { type Host, type OperationName, operations } from '../../spec/routes.ts';
import type { InitialWorld } from '../../trace/initial-world.ts';
import type { Answer, ReadAnswer } from './answer.ts';
import { type Call, readCall, readForm } from './call.ts';
import type { ExchangeFault, EntryOf, WireRequest } from './entry-of.ts';

/** A request and what became of it. Times are virtual milliseconds since the simulation began. */
export interface Exchange {
  readonly number: number;
  /** When the client sent it. */
  readonly at: number;
  readonly operation: OperationName | 'unknown';
  /** Where interface C was asked; undefined for others. */
  readonly region: Region | undefined;
  /** The interface at that address; undefined where there is none, or none is known. */
  readonly host: Host | undefined;
  readonly request: WireRequest;
  /** The request taken apart. */
  readonly call: Call;
  /** The fields of a token request. */
  readonly form: ReadonlyMap<string, string>;
  /** What the service answered, whether or not it got to the client. */
  readonly answer: Answer | undefined;
  /** What happened to it on the network. */
  readonly fault: ExchangeFault | undefined;
  readonly hungUpAt: number | undefined;
  /** What the client got to see: all of the answer, something that stands in its place, or no answer. */
  readonly received: 'whole' | 'spoiled' | 'nothing';
  /** When the head of the answer got to the client. */
  readonly receivedAt: number | undefined;
  /** Until when it was under way: for certain up to an entry of the trace, and possibly up to a time. */
  readonly underWay: Placed;
}

export interface Placed {
  readonly at: number;
  readonly place: number;
}

const spoiling: readonly string[] = ['resetInBody', 'truncated', 'malformedJson', 'wrongContentType', 'emptyBody'];
const losing: readonly string[] = ['refused', 'unresolved', 'timeout', 'reset', 'closed', 'silence'];
const never: Placed = { at: Number.POSITIVE_INFINITY, place: Number.POSITIVE_INFINITY };

/** Built up while the trace is read. A class, for traces hold thousands: what is read late is read by shared code. */
export class ReadExchange implements Exchange {
  readonly number: number;
  readonly at: number;
  readonly operation: Exchange['operation'];
  readonly region: Region | undefined;
  readonly host: Host | undefined;
  readonly request: WireRequest;
  answer: ReadAnswer | undefined = undefined;
  fault: ExchangeFault | undefined = undefined;
  sent: Placed | undefined = undefined;
  arrived: Placed | undefined = undefined;
  hungUp: Placed | undefined = undefined;
  readonly #assumptions: Assumptions;
  readonly #takesTime: boolean;
  #call: Call | undefined = undefined;
  #form: ReadonlyMap<string, string> | undefined = undefined;

  constructor(entry: EntryOf<'request'>, world: InitialWorld | undefined, assumptions: Assumptions) {
    const { exchange, at, operation, region, request } = entry;
    this.number = exchange;
    this.at = at;
    this.operation = operation;
    this.region = region;
    this.host = operation === 'unknown' ? findHost(request.url, world) : operations[operation].host;
    this.request = request;
    this.#assumptions = assumptions;
    this.#takesTime = world?.latency !== undefined;
  }

  get call(): Call {
    this.#call ??= readCall(this.request, this.#assumptions);
    return this.#call;
  }

  get form(): ReadonlyMap<string, string> {
    this.#form ??= readForm(this.request, this.#assumptions);
    return this.#form;
  }

  get hungUpAt(): number | undefined {
    return this.hungUp?.at;
  }

  get received(): Exchange['received'] {
    const name = this.fault?.name ?? 'none';
    if (this.answer === undefined || losing.includes(name)) return 'nothing';
    if (this.hungUp !== undefined && this.arrived === undefined) return 'nothing';
    return spoiling.includes(name) ? 'spoiled' : 'whole';
  }

  get receivedAt(): number | undefined {
    return this.received === 'nothing' ? undefined : (this.arrived?.at ?? this.answer?.at);
  }

  get underWay(): Placed {
    const { sent, arrived, hungUp, fault } = this;
    if (arrived !== undefined) return arrived;
    if (sent === undefined) return never;
    if (fault?.name === 'silence') return hungUp ?? never;
    const isVague = this.#takesTime || fault?.name === 'late' || hungUp !== undefined;
    return isVague ? { place: sent.place, at: never.at } : sent;
  }
}

const findHost = (url: string, world: InitialWorld | undefined): Host | undefined => {
  if (world === undefined) return undefined;
  const { email, token, submission, reporting, regions, links } = world.hosts;
  const isBelow = (base: string): boolean =>
    url.startsWith(base) && (url.length === base.length || '/?#'.includes(url.charAt(base.length)));
  if (Object.values(regions).some(isBelow)) return 'portability';
  if (isBelow(links)) return 'links';
  if (isBelow(submission) || isBelow(reporting)) return 'store';
  if (isBelow(token)) return 'token';
  return isBelow(email) ? 'email' : undefined;
};
