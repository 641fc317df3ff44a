import type { Scenario } from '../language/ast.ts';
import type { RuleChoice } from '../rules/rule-choice.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Snapshot } from '../simulation/snapshot.ts';

/*
 * This layer lets other processes drive a simulation, over HTTP on a port of its own. What is driven is a
 * `ControlledSimulation`: the simulation, and what only those know who began it. All that can be asked stands in one table of
 * routes (`routes.ts`); the router, the OpenAPI document and the page of docs are made from it. Whoever asks has to know the
 * token in the address, and no web page may ask at all (`admission.ts`); what goes wrong is told as a problem document
 * (`problems.ts`).
 */

/** A simulation that is driven from outside, and what only those can do with it who began it. */
export interface ControlledSimulation {
  /** The one that runs now: another one, from its beginning, after a reset or a restore. */
  readonly sim: Simulation;
  /** The scenario that it plays, if it plays one. */
  readonly scenario?: Scenario | undefined;
  /** Which rules are judged, where nobody asks for others. */
  readonly rules?: RuleChoice | undefined;
  readonly time: ControlledTime;
  /**
   * Begins the world anew, at the same addresses: the scenario from its beginning, or another one that is given. Steps that
   * were told over the API are gone. Where it rejects, with Misuse, the world that was there goes on.
   */
  reset(scenario?: Scenario): Promise<void>;
  /** Goes on from a saved world, at the same addresses. Where it rejects the world that was there goes on. */
  restore(snapshot: Snapshot): Promise<void>;
}

/** How time passes by itself: as it does, so many times as fast, not at all, or at once, as a client in this process waits for it. */
export const clockKinds = ['real', 'scaled', 'manual', 'virtual'] as const;
type ClockKind = (typeof clockKinds)[number];

/** How somebody looks on: time that passes by itself stands meanwhile, or makes its moves slowly. */
export interface ControlledPace {
  readonly isPaused: boolean;
  /** Whether the client has come to its end, and is only looked at. */
  readonly isOver: boolean;
  /** Real milliseconds that each move of time takes at least. */
  readonly length: number;
  pause(): void;
  /** Goes on, to the next client where this one has ended. */
  goOn(): void;
  setLength(length: number): void;
  /** Goes on until time has moved or something has happened, or until a step of the scenario hit. */
  step(until: 'move' | 'trigger'): void;
}

/** The time of a controlled simulation, as milliseconds since it began. */
export interface ControlledTime {
  readonly kind: ClockKind;
  /** How many virtual seconds pass in a second; 0 where time only moves when it is told to. */
  readonly speed: number;
  /** Whether it can be moved: real time cannot. */
  readonly isMovable: boolean;
  /** When something of the service's is due next; undefined where nothing is, or where it cannot be known. */
  readonly nextDue: number | undefined;
  /**
   * Lets time pass until then; everything due on the way happens, in order. Rejects with Misuse `CLOCK_NOT_OURS` where time
   * cannot be moved. An instant that has passed is reached at once.
   */
  moveTo(at: number): Promise<void>;
  /**
   * A client says that it does nothing until then: resolves when virtual time is there. Time may leap there by itself, where
   * it does so, once all who are under way sleep. Aborted, the client does not wait any more, and it
   * settles at once.
   */
  sleepUntil(at: number, signal: AbortSignal): Promise<void>;
  /** Where it can be paused: the client runs in this process, in virtual time. */
  readonly pace?: ControlledPace;
}
