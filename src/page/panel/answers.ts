/*
 * The live panel: a simulation that runs somewhere else, seen and driven through its control API. The panel is served by that
 * API at its own address, and asks it below this address for all that it shows; docs/control-api.md has the routes. The trace
 * comes as a stream of events (`follow.ts`) and is shown by the trace viewer of reports; what else there is, is asked for again
 * whenever something has happened (`use-live.ts`).
 *
 * Here is what is read of the answers.
 */

export interface Clock {
  readonly world: number;
  /** Virtual milliseconds since the world began. */
  readonly elapsed: number;
  readonly now: string;
  readonly kind: 'real' | 'scaled' | 'manual' | 'virtual';
  readonly speed: number;
  readonly isMovable: boolean;
  readonly nextDue?: number;
  readonly pace?: Pace;
}

/** Of a client that runs in virtual time: whether that stands, or is over, and how long each move of it takes. */
export interface Pace {
  readonly isPaused: boolean;
  readonly isOver: boolean;
  /** In real milliseconds. */
  readonly length: number;
}

export interface Token {
  readonly application: string;
  readonly store?: string;
  readonly customer?: string;
  readonly scope?: string;
  readonly revoked: boolean;
  readonly livesFor: number;
}

export interface Query {
  readonly id: string;
  readonly customerId: string;
  readonly scope: string;
  readonly region: string;
  readonly state: 'inProgress' | 'completed' | 'canceled';
  readonly because?: string;
  readonly livesFor?: number;
}

export interface LinkPage {
  readonly exchange: number;
  readonly query: string;
  readonly files: number;
  readonly livesFor: number;
}

export interface Mail {
  readonly at: number;
  readonly to: string;
  readonly from: string;
  readonly content: string;
}

export interface WaitingStep {
  readonly place: string;
  readonly says: string;
}

export interface Judged {
  readonly rule: string;
  readonly name: string;
  readonly judges: 'client' | 'service';
  readonly level: 'must' | 'should' | 'off';
  readonly claim: string;
  readonly section: string;
  readonly verdict: 'held' | 'broken' | 'inconclusive';
  readonly evidence?: readonly { readonly at: number; readonly exchange?: number; readonly text: string }[];
  readonly more?: number;
  readonly why?: string;
}

/** Who there is, for fields that name somebody. */
export interface World {
  readonly applications: readonly { readonly id: string; readonly scopes: readonly string[] }[];
  readonly customers: readonly { readonly id: string; readonly scopes: readonly string[] }[];
}

export interface VerbField {
  readonly name: string;
  readonly what: string;
  readonly isNeeded: boolean;
  readonly kind: {
    readonly shape: string;
    readonly example: string;
    readonly words?: readonly string[];
    readonly names?: string;
    readonly least?: number;
    readonly most?: number;
  };
}

export interface Verb {
  readonly name: string;
  readonly does: string;
  readonly example: string;
  /** Whether it is a key of its own, without `do`. */
  readonly isKey: boolean;
  readonly fields: readonly VerbField[];
}

export interface Words {
  readonly verbs: readonly Verb[];
  /** What can stand behind `on`, and behind `after`. */
  readonly exchanges: Readonly<Record<string, readonly string[]>>;
  readonly events: Readonly<Record<string, readonly string[]>>;
}

/** Plain data, as a scenario file has it. */
export type Written = Readonly<Record<string, unknown>>;
