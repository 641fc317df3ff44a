import type { AssumptionId, Assumptions } from '../spec/assumptions.ts';
import type { Region } from '../spec/regions.ts';
import type { Instant } from '../spec/time.ts';
import type { EventName } from './event.ts';
import type { Consenting, LostRequirement, World } from './world.ts';

/** Something due at an instant; `step` is called with it when virtual time gets there. */
export type Due =
  | { readonly kind: 'collectionEnds'; readonly query: string }
  | { readonly kind: 'notification'; readonly query: string; readonly attempt: number }
  | ({ readonly kind: 'consentEnds' } & Consenting);

/** A query's change of state, for the trace. */
export interface Transition {
  readonly query: string;
  readonly customer: string;
  readonly scope: string;
  readonly from: 'none' | 'inProgress';
  readonly to: 'inProgress' | 'completed' | 'canceled';
  readonly because?: LostRequirement;
}

/** Something that happened and that scenarios can wait for. */
export interface ServiceEvent {
  readonly event: EventName;
  readonly customer?: string;
  readonly scope?: string;
  readonly query?: string;
}

/** A notification that leaves the service. */
export interface SentNotification {
  readonly query: string;
  /** The one whose query it is, and whose endpoint hears of it. */
  readonly application: string;
  /** Counts from 1; a later one follows an earlier that was not accepted. */
  readonly attempt: number;
  /** Milliseconds it takes on the way. */
  readonly underway: number;
  readonly status: 'COMPLETED' | 'CANCELED';
  readonly region: Region;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One call of `step` while it runs: what it reads and the effects it gathers. */
export interface Turn {
  readonly world: World;
  readonly now: Instant;
  /** Reads an assumption and notes that it decided something. */
  assume<Id extends AssumptionId>(id: Id): Assumptions[Id];
  /** Notes that an assumption decided something. */
  lean(id: AssumptionId): void;
  readonly leaned: readonly AssumptionId[];
  readonly transitions: Transition[];
  readonly events: ServiceEvent[];
  readonly notifications: SentNotification[];
  readonly dues: { readonly at: Instant; readonly due: Due }[];
}

export const beginTurn = (world: World, now: Instant): Turn => new RunningTurn(world, now);

/** A class, since there is one for each request: closures would have to be made for each. */
class RunningTurn implements Turn {
  readonly world: World;
  readonly now: Instant;
  readonly leaned: AssumptionId[] = [];
  readonly transitions: Transition[] = [];
  readonly events: ServiceEvent[] = [];
  readonly notifications: SentNotification[] = [];
  readonly dues: Turn['dues'] = [];

  constructor(world: World, now: Instant) {
    this.world = world;
    this.now = now;
  }

  assume<Id extends AssumptionId>(id: Id): Assumptions[Id] {
    this.lean(id);
    return this.world.settings.assumptions[id];
  }

  lean(id: AssumptionId): void {
    if (!this.leaned.includes(id)) this.leaned.push(id);
  }
}
