import type { EventName } from '../core/event.ts';
import type { Api } from '../spec/hosts.ts';
import type { LimitValues } from '../spec/limits.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { Region } from '../spec/regions.ts';
import type { Duration } from '../spec/time.ts';
import type { ExchangeName } from '../spec/routes.ts';
import type { Expectation } from './expected.ts';
import type { Settings } from './settings.ts';
import type { StepAction } from './step-verbs.ts';
import type { settableLimits } from './words.ts';

export type { ExchangeName } from '../spec/routes.ts';
export type { StepAction } from './step-verbs.ts';
export type {
  Count,
  CountByCustomer,
  Expectation,
  Expected,
  ExpectedEnd,
  MailShape,
  QueryState,
  Timing,
} from './expected.ts';

/*
 * The language of scenarios. A scenario is plain data, the tree of this file, and comes about in two ways that know the same
 * words: a file is read (`read-scenario.ts`: YAML to data, includes and tables put together, then the schema), or calls build
 * it (`builder.ts`, `step-builder.ts`: each call is written down as a file would write it, and read by the same schema). It is
 * printed the other way (`written.ts`, `print-scenario.ts`), packed into a replay token, and described in a line.
 *
 * What can happen stands in the table of verbs (`verbs.ts`), what their fields hold in the kinds (`field-kinds.ts`), when it
 * happens in `words.ts` and `schema/triggers.ts`. Types, schema, builder, printer, help and the schema for editors follow from
 * these; none of them lists verbs of its own.
 *
 * What is wrong is an `Explanation`: cause, hint and code, as data; where it was written, the reader adds. All mistakes of a
 * file are reported at once. This layer only knows what is written: it opens files, but runs nothing, and never asks whether
 * a customer or an application exists; that is found out in `src/driver`, where there is a world.
 */

/** What a client is put through, as plain data: settings, steps, and what is expected in the end. */
export interface Scenario extends Settings {
  readonly version: 1;
  readonly name: string;
  /** Where it was read from, for messages; a builder's scenario has its name here. */
  readonly source: string;
  /** Module of the client under test, relative to the file; the command line may name another. */
  readonly client?: string;
  readonly customers: readonly CustomerRow[];
  readonly assumptions: Partial<Assumptions>;
  readonly steps: readonly Step[];
  readonly expect: Expectation;
}

/** A customer's data in one scope. The same customer may stand in several rows, one for each scope. */
export interface CustomerRow {
  /** Without it `customer-1` and so on. A customer with several scopes has a row for each. */
  readonly id?: string;
  /** Without it `orders`. */
  readonly scope?: string;
  /** How many records the collection finds, or the records themselves, at least one. */
  readonly records?: number | readonly object[];
  /** How many bytes each data file has, where records are only counted. */
  readonly fileSize?: number;
  /** What the schema files hold, a JSON Schema, where the records themselves are given. */
  readonly schema?: PlainObject;
  /** How long a collection takes: always the same (`10m`), drawn anew each time (`5m..10m`), till finished (`held`). */
  readonly collects?: string;
  /** How long after the end of a query its notification is sent. */
  readonly notifiedAfter?: Duration;
  /** Whether the customer consents at the start, or for how long. Without it they do, with no end. */
  readonly consent?: boolean | Duration;
}

/** Fields with values that JSON can hold. */
type PlainObject = Readonly<Record<string, unknown>>;

/** An application as a developer sees it. What is left out is as they would wish: everything allowed. */
export interface ApplicationRow {
  /** The client id. */
  readonly id: string;
  /** The scopes enabled for it; without it those of all customers. */
  readonly scopes?: readonly string[];
  /** Whether it has completed the allowlisting process; without it, it has. */
  readonly allowlisted?: boolean;
  /** The APIs that its security profile is attached to; without it all. */
  readonly attached?: readonly Api[];
  /** The customers that authorized it; without it all. */
  readonly customers?: readonly string[];
}

/** The limits that can be set, and to what. (Limits, interface C) */
export type LimitChoices = Pick<LimitValues, (typeof settableLimits)[number]>;

/** One thing that happens, and when. `place` says where it was written, for messages. */
export interface Step {
  readonly trigger: Trigger;
  readonly action: StepAction | Together;
  /** What follows, one after the other: each is waited for from the moment in which the one before has happened. */
  readonly followers?: readonly Follower[];
  readonly place: string;
}

/** A step of a sequence. Its moment is counted from the step before it. */
export type Follower = Omit<Step, 'followers'>;

/** Several things at one moment, in their order. */
export interface Together {
  readonly do: 'together';
  readonly actions: readonly StepAction[];
}

export type Trigger = Condition &
  (
    | /** At a virtual time, counted from the start. */
    { readonly kind: 'at'; readonly time: Duration }
    /** So long after the n-th such event. */
    | { readonly kind: 'after'; readonly event: EventName; readonly nth: Nth; readonly wait: Duration }
    /** Right before the n-th such exchange is dealt with. */
    | { readonly kind: 'on'; readonly exchange: ExchangeName; readonly nth: Nth }
    /** So long after the step before, in a sequence. */
    | { readonly kind: 'wait'; readonly time: Duration }
  );

/** Which of those that match: the n-th, each of them, from one to another (`2..4`), or from one on (`3..`). */
export type Nth = number | 'every' | `${number}..${number}` | `${number}..`;

/** What else must be so. What does not match is not counted either. */
export interface Condition {
  /** Of the exchange or event that is waited for; at a time, of the requests or notifications that a fault hits. */
  readonly where?: Where;
  /** How likely it is, drawn from the seed for each that matches; at a time, once. */
  readonly chance?: Chance;
}

/** More than none and not more than all, with three decimals at most. */
export type Chance = `${number}%`;

/** What is known about an exchange or event. Those without such a thing do not match. */
export interface Where {
  /** The region of interface C that a request goes to, or that a notification comes from. */
  readonly region?: Region;
  readonly customer?: string;
  readonly scope?: string;
  readonly application?: string;
  /** The page of a listing that is asked for, from 1. */
  readonly page?: number;
  /** The place of the record whose file is fetched, from 1. */
  readonly record?: number;
  /** What a token is asked for with. */
  readonly grant?: Grant;
  /** How the query of a notification ended. */
  readonly status?: 'completed' | 'canceled';
}

export type Grant = 'client_credentials' | 'authorization_code' | 'refresh_token';

type ActionWith<Field extends string, Action = StepAction> = Action extends unknown
  ? Field extends keyof Action
    ? Action
    : never
  : never;

/** What waits for the next `times` requests to `operation`, by default the trigger's own. */
export type FaultStep = ActionWith<'operation'>;

/** What happens on the network to the next `times` notifications; the one that the trigger stands before is the first. */
export type NotificationStep = Exclude<ActionWith<'times'>, FaultStep>;
