import type { Scheduler } from './scheduler.ts';
import type { IdleDetector } from './idle-detector.ts';
import { withClock } from './current-clock.ts';
import type { RealTime } from './real-time.ts';

/** Something at the present instant of a scheduler, driven or not, that happens once nothing else can. */
interface Waiting {
  readonly scheduler: Scheduler;
  readonly kind: 'request' | 'answer';
  /** Its place among requests. */
  readonly place: string;
  readonly happen: () => void;
}

/** Steps that are taken in one turn of the event loop: more and more, as long as nothing comes in between. */
const fewestSteps = 4;
const mostSteps = 64;

/**
 * Goes on, whenever the process is idle. First requests are let in, all that have come, in their order; then each simulation
 * lets go of one answer, for that may lead to more. Where there is neither, the schedulers that are driven take one step.
 */
export class IdleLoop {
  readonly #schedulers = new Set<Scheduler>();
  readonly #waiting: Waiting[] = [];
  readonly #idle: IdleDetector;
  readonly #real: RealTime;
  #isRunning = false;
  /** Something has happened since the schedulers took a step. */
  #wasDisturbed = false;
  /** Something has come of the last step. */
  #hasMoved = false;
  /** What waited, and is happening now, one after the other. */
  #happening: Iterator<void> | undefined;
  #steps = fewestSteps;

  constructor(idle: IdleDetector, real: RealTime) {
    this.#idle = idle;
    this.#real = real;
  }

  add(scheduler: Scheduler): void {
    this.#schedulers.add(scheduler);
  }

  /** What waits in its time happens now. */
  remove(scheduler: Scheduler): void {
    this.#schedulers.delete(scheduler);
    for (const { happen } of this.#take((waiting) => waiting.scheduler === scheduler)) happen();
  }

  /** To be called when somebody has begun to wait for time to move. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void withClock(undefined, () => this.#loop());
  }

  wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.start();
  }

  async #loop(): Promise<void> {
    try {
      while (this.#isAnythingToDo()) {
        if (this.#hasMoved && this.#idle.isStillIdle) await this.#goOnAtOnce();
        else await this.#goOn();
      }
    } catch (bug) {
      for (const scheduler of this.#schedulers) scheduler.fail(bug);
    }
    this.#isRunning = false;
  }

  async #goOn(): Promise<void> {
    if (this.#happening === undefined) {
      const { wasDisturbed } = await this.#idle.wait(() => this.#waiting.length);
      this.#wasDisturbed ||= wasDisturbed;
    }
    if (!this.#happensMore()) {
      this.#stepAll();
      if (!this.#hasMoved) await this.#real.sleep(1);
      return;
    }
    while (this.#happening !== undefined) {
      await this.#idle.overlook(() => this.#real.turn());
      this.#happensMore();
    }
  }

  /** The same while nothing has been begun that would have to be looked for: turns of the event loop would bring nothing. */
  async #goOnAtOnce(): Promise<void> {
    let taken = 0;
    const step = (): boolean => {
      if (!this.#idle.isStillIdle || !this.#isAnythingToDo()) return false;
      taken++;
      if (!this.#happensMore()) this.#stepAll();
      return this.#hasMoved;
    };
    await this.#idle.overlook(() => this.#real.inARow(this.#steps, step));
    this.#steps = taken < this.#steps ? fewestSteps : Math.min(2 * taken, mostSteps);
  }

  /** Lets the next happen of what waits; false when nothing does. */
  #happensMore(): boolean {
    if (this.#happening === undefined && this.#waiting.length === 0) return false;
    this.#wasDisturbed = true;
    this.#hasMoved = true;
    this.#happening ??= this.#letHappen();
    if (this.#happening.next().done === true) this.#happening = undefined;
    return true;
  }

  /** What a request leads to in the service itself has happened when the next is let in. */
  *#letHappen(): Generator<void, void> {
    const requests = this.#take(({ kind }) => kind === 'request');
    for (const { happen } of requests.sort(byPlace)) {
      happen();
      yield;
    }
    const served = new Set<Scheduler>();
    const isFirst = ({ scheduler, kind }: Waiting): boolean =>
      kind === 'answer' && served.size < served.add(scheduler).size;
    for (const { happen } of this.#take(isFirst)) happen();
  }

  #stepAll(): void {
    const moment = {
      realNow: () => this.#real.now(),
      wasDisturbed: this.#wasDisturbed,
      describeBusy: () => this.#idle.describe(),
    };
    this.#wasDisturbed = false;
    this.#hasMoved = false;
    for (const scheduler of this.#schedulers) {
      if (scheduler.isDriven && scheduler.step(moment)) this.#hasMoved = true;
    }
  }

  #take(isWanted: (waiting: Waiting) => boolean): Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    for (const waiting of this.#waiting.splice(0)) (isWanted(waiting) ? taken : left).push(waiting);
    this.#waiting.push(...left);
    return taken;
  }

  #isAnythingToDo(): boolean {
    if (this.#waiting.length > 0 || this.#happening !== undefined) return true;
    for (const scheduler of this.#schedulers) if (scheduler.isDriven) return true;
    return false;
  }
}

const byPlace = (one: Waiting, other: Waiting): number =>
  one.place === other.place ? 0 : one.place < other.place ? -1 : 1;
