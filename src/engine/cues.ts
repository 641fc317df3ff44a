import type { Route } from '../core/routes.ts';
import type { Happening, Post } from '../core/turn.ts';
import type { WireRequest } from '../core/wire.ts';
import type { OperationName } from '../spec/routes.ts';

/** A request to an operation, or the service's own notification: what a cue can stand in front of. */
export type ExchangeName = OperationName | 'notification';

/** Those who want to act at certain moments. What they return is awaited before the moment goes on. */
export interface Cues {
  /** Right before an exchange is dealt with. */
  before(exchange: Approaching): Promise<void> | undefined;
  /** Something happened; nobody has heard of it yet. */
  after(happening: Happening): Promise<void> | undefined;
}

/** An exchange that is about to be dealt with. `number` is the one it has in the trace. */
export type Approaching =
  | { readonly name: OperationName; readonly number: number; readonly request: WireRequest; readonly route: Route }
  | { readonly name: 'notification'; readonly number: number; readonly post: Post };
