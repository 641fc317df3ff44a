import type { Failure } from '../core/action.ts';
import type { EventName } from '../core/event.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { OperationName } from '../spec/routes.ts';
import type { Duration } from '../spec/time.ts';
import type { ExchangeName } from '../stage/stage.ts';

export type { ExchangeName } from '../stage/stage.ts';

/** A story told to a client, as plain data: a world, steps, and what is expected in the end. */
export interface Scenario {
  readonly version: 1;
  readonly name: string;
  /** Where it was read from, for messages; a builder's scenario has its name here. */
  readonly source: string;
  /** Module of the client under test, relative to the file; the command line may name another. */
  readonly client?: string;
  readonly seed?: number;
  readonly customers: readonly CustomerRow[];
  readonly assumptions: Partial<Assumptions>;
  readonly steps: readonly Step[];
  readonly expect: Expectation;
}

/** A customer's data in one scope. The same customer may stand in several rows, one for each scope. */
export interface CustomerRow {
  readonly id?: string;
  readonly scope?: string;
  /** How many records the collection finds. */
  readonly records?: number;
  /** How long the collection takes. */
  readonly collects?: Duration;
}

/** One thing that happens, and when. `place` says where it was written, for messages. */
export interface Step {
  readonly trigger: Trigger;
  readonly action: StepAction;
  readonly place: string;
}

export type Trigger =
  /** At a virtual time, counted from the start. */
  | { readonly kind: 'at'; readonly time: Duration }
  /** So long after the n-th such event. */
  | { readonly kind: 'after'; readonly event: EventName; readonly nth: number; readonly wait: Duration }
  /** Right before the n-th such exchange is dealt with. */
  | { readonly kind: 'on'; readonly exchange: ExchangeName; readonly nth: number };

/** An action as written: without a `customer` the first one is meant, without a `scope` all the customer's scopes. */
export type StepAction =
  | { readonly do: 'expireToken' | 'revokeToken'; readonly customer?: string }
  | { readonly do: 'expireStoreToken' | 'revokeStoreToken'; readonly store: 'submission' | 'reporting' }
  | {
      readonly do: 'revokeConsent' | 'expireConsent' | 'grantConsent';
      readonly customer?: string;
      readonly scope?: string;
    }
  | { readonly do: 'holdAccount'; readonly customer?: string; readonly for?: Duration }
  | { readonly do: 'releaseAccount'; readonly customer?: string }
  /** The next `times` requests to `operation` (by default the trigger's own) are refused before the service acts. */
  | { readonly do: 'fail'; readonly failure: Failure; readonly times: number; readonly operation?: OperationName }
  /** Time passes while the client sleeps, before it hears anything more. */
  | { readonly do: 'elapse'; readonly duration: Duration };

export type Count = { readonly atLeast: number; readonly atMost: number };

export interface Expectation {
  /** Does the client's promise fulfil, and if not, what does its error say (a regular expression)? */
  readonly client: { readonly outcome: 'succeeds' } | { readonly outcome: 'fails'; readonly matching: string };
  /** What the client's result must contain: every field named here, with an equal value. */
  readonly result?: unknown;
  /** How many exchanges of a kind there must be. */
  readonly requests: Partial<Readonly<Record<ExchangeName, Count>>>;
  /** How much virtual time the client may take. */
  readonly within?: Duration;
}
