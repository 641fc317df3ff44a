import type { EntryOf } from '../../trace/entry.ts';
import { type ErrorName, errorNames, errors } from '../../spec/errors.ts';
import type { WireAnswer } from './entry-parts.ts';
import { type Listing, readListing } from './listing.ts';
import { type Json, readJson, textIn } from './read-text.ts';
import { isSuccess } from './response.ts';

/** What the service answered to one request. */
export class Answer {
  readonly status: number;
  readonly wire: WireAnswer;
  /** When it was sent. */
  readonly at: number;
  readonly decidedAt: number;
  /** How many entries the trace had when it was decided. */
  readonly place: number;
  readonly isOk: boolean;
  /** A scenario had it answer so. */
  readonly isInjected: boolean;
  /** When the service says that it answered the same first. */
  readonly rememberedSince: number | undefined;
  /** Its place among all that was decided: the earlier, the smaller. Set once all entries are in order. */
  turn = -1;
  #json: Json | undefined | null = null;
  #row: ErrorName | undefined | null = null;
  #listing: Listing | undefined = undefined;

  constructor(entry: EntryOf<'answer'>, place: number) {
    const { answer, at, decided, injected, rememberedSince } = entry;
    this.status = answer.status;
    this.wire = answer;
    this.at = at;
    this.decidedAt = decided?.at ?? at;
    this.place = decided?.entries ?? place;
    this.isOk = isSuccess(answer.status);
    this.isInjected = injected === true;
    this.rememberedSince = rememberedSince;
  }

  /** Its body, where that is a JSON object. */
  get json(): Json | undefined {
    if (this.#json === null) this.#json = readJson(this.wire.body);
    return this.#json;
  }

  /** The row of interface C that its status and body are; undefined for an answer that is none. */
  get row(): ErrorName | undefined {
    if (this.#row === null) this.#row = this.isOk ? undefined : findRow(this.status, this.json);
    return this.#row;
  }

  /** What it says as a page of records. */
  get listing(): Listing {
    this.#listing ??= readListing(this.json, this.wire.headers);
    return this.#listing;
  }
}

const rowKey = (status: number, category: string, type: string, message: string): string =>
  `${status} ${category} ${type} ${message}`;

const rows: ReadonlyMap<string, ErrorName> = new Map(
  errorNames.map((name) => {
    const { status, category, type, message } = errors[name];
    return [rowKey(status, category, type, message), name];
  }),
);

const findRow = (status: number, json: Json | undefined): ErrorName | undefined =>
  json &&
  rows.get(rowKey(status, textIn(json, 'category') ?? '', textIn(json, 'type') ?? '', textIn(json, 'message') ?? ''));
