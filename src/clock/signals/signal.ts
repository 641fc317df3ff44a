import type { RealTime } from '../real-time.ts';

/** One way of seeing that the process is at work on something that time must wait for. */
export interface Signal {
  /** How many things it sees in flight. Cheap: it is asked on every turn of the event loop while time moves. */
  busy(): number;
  /** Whether something is open, though not in flight, that may be so again without anything new being begun. */
  isOpen?(): boolean;
  /** How many it has seen end so far, where that is seen. Work that ends and begins anew is not stuck. */
  ended?(): number;
  /**
   * Whether it is given ten times as long: where ends are not seen, a client that is hard at work looks the same at every look; and
   * some work comes to its end for certain.
   */
  takesLong?(): boolean;
  /** Called where it is seen at work after it was at rest, or has got on. */
  begins?(): void;
  /** Whether it has gone on since then for so long that it seems to wait for time itself. */
  seemsEndless?(): boolean;
  /** Work of other threads and processes: they may themselves wait for what is to happen before time moves. */
  readonly isElsewhere?: true;
  /** No work, but turns of the event loop: those who take one after the other may themselves wait for what is to happen. */
  readonly isTurning?: true;
  /** What is in flight in words, for the error that a stuck clock ends in. */
  describe(): readonly string[];
  stop?(): void;
}

export type StartSignal = (real: RealTime) => Signal;

/** Tells a count in words: `2 × FSReqCallback`. */
export const tell = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].filter(([, count]) => count > 0).map(([name, count]) => `${count} × ${name}`);

export const countEach = (names: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};
