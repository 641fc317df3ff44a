import type { RealTime } from './real-time.ts';
import type { Beginnings } from './signals/beginnings.ts';
import type { Signal } from './signals/signal.ts';

/** Turns of the event loop in a row that must pass without any sign of work. */
const quietTurns = 3;

/** Turns that somebody takes one after the other, and nothing else happens: what waits at the present instant waits no longer. */
const mostTurns = 10;

/** Looks at a busy process before resting between them: the thread pool needs the processor too. */
const eagerLooks = 20;

export interface Idle {
  /** Some work has ended since the time before. Mere events do not count: V8's garbage collector makes some, too. */
  readonly wasDisturbed: boolean;
}

/** A signal, as the detector follows it. */
interface Watched {
  readonly signal: Signal;
  /** How much of what it sees has been given up on; once it sees less, less is ignored. */
  ignored: number;
  /** The real time since which it has seen the same work; 0 when it saw none. */
  busySince: number;
  ended: number;
}

const isBusy = (watched: Watched, busy = watched.signal.busy()): boolean => {
  watched.ignored = Math.min(watched.ignored, busy);
  if (busy > watched.ignored) return true;
  watched.busySince = 0;
  return false;
};

/** Tells when nothing can happen any more in this process unless time moves. */
export class IdleDetector {
  readonly #signals: readonly Signal[];
  readonly #watched: readonly Watched[];
  readonly #real: RealTime;
  readonly #patience: number;
  readonly #progress: () => number;
  #endedBefore = 0;
  #progressBefore = 0;
  readonly #begun: Beginnings | undefined;
  /** Whether the last look saw nothing at all, not even what is ignored. */
  #isAtRest = false;
  /** What had been begun when all signals were last seen at rest. */
  #restsAt: number | undefined;
  /** The turns of the event loop that had been begun by then, or that have come since. */
  #turnsAt = 0;

  /**
   * `patience` is how many real milliseconds it waits for one and the same piece of work before it lets time go on without it.
   * `progress` counts what goes on in the simulations themselves: while it grows, nothing is given up on, however long it takes.
   * `begun` counts what is begun in the process; absent where nobody can tell.
   */
  constructor(
    signals: readonly Signal[],
    real: RealTime,
    patience = 2000,
    progress: () => number = () => 0,
    begun?: Beginnings,
  ) {
    this.#signals = signals;
    this.#watched = signals.map((signal): Watched => ({ signal, ignored: 0, busySince: 0, ended: 0 }));
    this.#real = real;
    this.#patience = patience;
    this.#progress = progress;
    this.#begun = begun;
  }

  /**
   * Whether the process is idle because it was so before, and nothing has been begun since: it is once the ticks and promises
   * that are waiting have come to their end.
   */
  get isStillIdle(): boolean {
    return this.isIdleButForTurns && this.#turnsAt === this.#begun?.turns();
  }

  /** The same, if nothing comes of the turns of the event loop that have been begun since. */
  get isIdleButForTurns(): boolean {
    return this.#restsAt !== undefined && this.#restsAt === this.#begun?.work();
  }

  /** Says that all code which is put off to the next turn so far runs before the caller goes on. */
  passTurns(): void {
    this.#turnsAt = this.#begun?.turns() ?? 0;
  }

  /**
   * `present` counts what waits to happen before time moves. When there is more of it, something has just happened. While
   * there is any, nobody is waited for who may themselves wait for it.
   */
  async wait(present = (): number => 0): Promise<Idle> {
    let quiet = 0;
    let busyLooks = 0;
    let turning = 0;
    let waiting = present();
    while (quiet < quietTurns && turning < mostTurns) {
      await this.#real.turn();
      const hasMore = present() > waiting;
      waiting = present();
      const seen = this.#look(waiting > 0);
      turning = seen === 'turning' && !hasMore ? turning + 1 : 0;
      if (seen === 'quiet') {
        quiet = hasMore ? 0 : quiet + 1;
        continue;
      }
      quiet = 0;
      if (++busyLooks <= eagerLooks) continue;
      this.#giveUpOnStale(this.#real.now());
      await this.#real.sleep(1);
    }
    const ended = this.#signals.reduce((sum, signal) => sum + (signal.ended?.() ?? 0), 0);
    const wasDisturbed = ended !== this.#endedBefore;
    this.#endedBefore = ended;
    this.#restsAt = this.#isAtRest ? this.#begun?.work() : undefined;
    this.passTurns();
    return { wasDisturbed };
  }

  /** What the process is at work on, in words. */
  describe(): readonly string[] {
    return this.#signals.flatMap((signal) => signal.describe());
  }

  #look(isAnythingWaiting: boolean): 'quiet' | 'turning' | 'busy' {
    let seen: 'quiet' | 'turning' | 'busy' = 'quiet';
    this.#isAtRest = true;
    for (const watched of this.#watched) {
      const { signal } = watched;
      const { isElsewhere, isTurning } = signal;
      const busy = signal.busy();
      if (busy > 0 || signal.isOpen?.() === true) this.#isAtRest = false;
      if (!isBusy(watched, busy) || (isElsewhere === true && isAnythingWaiting)) continue;
      if (isTurning !== true || !isAnythingWaiting) seen = 'busy';
      else if (seen === 'quiet') seen = 'turning';
    }
    return seen;
  }

  /** Stops waiting for what has not moved for too long. */
  #giveUpOnStale(now: number): void {
    const hasProgressed = this.#progress() !== this.#progressBefore;
    this.#progressBefore = this.#progress();
    for (const watched of this.#watched) {
      const ended = watched.signal.ended?.() ?? 0;
      if (!isBusy(watched)) continue;
      if (watched.busySince === 0 || ended !== watched.ended || hasProgressed) {
        watched.busySince = now;
        watched.signal.begins?.();
      }
      watched.ended = ended;
      const limit = watched.signal.takesLong?.() === true ? 10 * this.#patience : this.#patience;
      if (now - watched.busySince < limit && watched.signal.seemsEndless?.() !== true) continue;
      watched.ignored = watched.signal.busy();
      watched.busySince = 0;
    }
  }
}
