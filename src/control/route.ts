import type { Json } from './json-schema.ts';
import type { Kinds, Read } from './kinds.ts';
import type { ProblemCode } from './problems.ts';
import type { Session } from './session.ts';

/** What somebody asks for, once it has been read. */
export interface Asked<Query extends Kinds = Kinds, Body = unknown> {
  readonly session: Session;
  readonly query: Read<Query>;
  readonly body: Body;
  /** The id of the last event that a consumer has seen, which comes back. */
  readonly lastEvent: string | undefined;
  /** Aborted when whoever asks has gone, or nobody is served any more. */
  readonly signal: AbortSignal;
}

/** What may be sent along, and how it is read from the text of the body. */
export interface BodyOf<T> {
  readonly what: string;
  readonly json: Json;
  readonly mediaTypes: readonly MediaType[];
  readonly example: unknown;
  /** In bytes. */
  readonly most: number;
  readonly isOptional?: true;
  /** What is read where nothing was sent; undefined without it. */
  readonly readNone?: () => T;
  /** Throws Misuse or a `Refusal`. */
  readonly read: (text: string, mediaType: MediaType) => T;
}

export type MediaType = 'application/json' | 'application/yaml';

/** What is answered: data as JSON, lines of JSON as text, or events for as long as somebody listens. */
export type Gives =
  | { readonly as: 'json'; readonly schema: Json }
  | { readonly as: 'lines'; readonly schema: Json }
  | { readonly as: 'events' };

/**
 * A route: the router, the OpenAPI document and the page of docs are made of it.
 *
 * What is sent along is read by the same `kinds` that the document tells of; `act` only sees what has been read.
 */
export interface RouteRow<Query extends Kinds = Kinds, Body = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the token. */
  readonly path: string;
  /** What it is called in clients that are made from the document. */
  readonly name: string;
  readonly group: GroupName;
  /** What it is for, as a sentence; then what else there is to say. */
  readonly what: string;
  readonly more?: string;
  readonly query?: Query;
  readonly body?: BodyOf<Body>;
  readonly gives: Gives;
  readonly status?: 200 | 201;
  /** What may go wrong besides what may go wrong with any request. */
  readonly codes: readonly ProblemCode[];
  /** Whether secrets stand in the answer as they are: only where somebody cannot do without. */
  readonly tellsSecrets?: true;
  /** Gives data, a text of lines, or the events, as `gives` says. Rejects with Misuse. */
  readonly act: (asked: Asked<Query, Body>) => unknown;
}

export type Route = RouteRow<Kinds, never>;

/** A row whose act is checked against what it reads. */
export const route = <const Query extends Kinds = Kinds, Body = undefined>(row: RouteRow<Query, Body>): Route =>
  row as unknown as Route;

export const groups = {
  simulation: 'What runs, and what a client of it needs.',
  time: 'What time it is, and how it moves.',
  steps: 'What happens, now or when its moment comes.',
  world: 'What the service knows.',
  trace: 'What happened, why, and whether it was right.',
  saved: 'The world as it was: to go back to, or to begin anew.',
} as const;

export type GroupName = keyof typeof groups;
