import type { Scheduler } from './scheduler.ts';
import type { IdleDetector } from './idle-detector.ts';
import { withClock } from './current-clock.ts';
import type { RealTime } from './real-time.ts';

/** Something at the present instant of a scheduler, driven or not, that happens once nothing else can. */
interface Waiting<About> {
  readonly scheduler: Scheduler;
  readonly kind: 'request' | 'answer';
  readonly about: About;
  /** Its place among requests; asked for where there are several. */
  place(about: About): string;
  /** True where it has set nothing off that goes on by itself. */
  happen(about: About): boolean;
}

const happen = (waiting: Waiting<unknown>): boolean => waiting.happen(waiting.about);

/** Steps that are taken in one turn of the event loop: more and more, as long as nothing comes in between. */
const firstSteps = 2;
const mostSteps = 64;

/** After so many rows without any step, since somebody begins one turn after the other, one looks what else goes on. */
const mostEmptyRows = 10;

/**
 * Goes on, whenever the process is idle. First requests are let in, all that have come, in their order; then each simulation
 * lets go of one answer, for that may lead to more. Where there is neither, the schedulers that are driven take one step.
 */
export class IdleLoop {
  readonly #schedulers = new Set<Scheduler>();
  #requests: Waiting<unknown>[] = [];
  #answers: Waiting<unknown>[] = [];
  readonly #idle: IdleDetector;
  readonly #real: RealTime;
  #isRunning = false;
  /** Something has happened since the schedulers took a step. */
  #wasDisturbed = false;
  /** Something has come of the last step. */
  #hasMoved = false;
  /** The requests that are let in just now, one after the other, and how many have been; undefined while none are. */
  #lettingIn: readonly Waiting<unknown>[] | undefined;
  #letIn = 0;
  #steps = firstSteps;
  /** Of the row of steps that is taken just now. */
  #taken = 0;
  /** Rows behind each other in which none was taken. */
  #emptyRows = 0;

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
    const isIts = (waiting: Waiting<unknown>): boolean => waiting.scheduler === scheduler;
    const all = [...this.#requests, ...this.#answers].filter(isIts);
    this.#requests = this.#requests.filter((one) => !isIts(one));
    this.#answers = this.#answers.filter((one) => !isIts(one));
    for (const one of all) happen(one);
  }

  /** To be called when somebody has begun to wait for time to move. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void withClock(undefined, () => this.#loop());
  }

  wait<About>(waiting: Waiting<About>): void {
    (waiting.kind === 'request' ? this.#requests : this.#answers).push(waiting);
    this.start();
  }

  async #loop(): Promise<void> {
    try {
      while (this.#isAnythingToDo()) {
        if (this.#hasMoved && this.#emptyRows < mostEmptyRows && this.#idle.isIdleButForTurns) await this.#goOnAtOnce();
        else await this.#goOn();
      }
    } catch (bug) {
      for (const scheduler of this.#schedulers) scheduler.fail(bug);
    }
    this.#isRunning = false;
  }

  async #goOn(): Promise<void> {
    this.#emptyRows = 0;
    if (this.#lettingIn === undefined) {
      const { wasDisturbed } = await this.#idle.wait(() => this.#requests.length + this.#answers.length);
      this.#wasDisturbed ||= wasDisturbed;
    }
    await this.#real.inATick(this.#goAhead);
    while (this.#lettingIn !== undefined) {
      await this.#real.turn();
      await this.#real.inATick(this.#goAhead);
    }
    if (!this.#hasMoved) await this.#real.sleep(1);
  }

  readonly #goAhead = (): void => {
    if (!this.#happensMore()) this.#stepAll();
  };

  /**
   * The same while nothing has been begun that would have to be looked for: turns of the event loop would bring nothing. What
   * anybody has put off to the next turn runs ahead of the next row of steps.
   */
  async #goOnAtOnce(): Promise<void> {
    this.#taken = 0;
    const row = this.#real.inARow(this.#steps, this.#takeStep);
    // Not before: the row itself is put off to the next turn.
    this.#idle.passTurns();
    await row;
    const taken = this.#taken;
    this.#emptyRows = taken === 0 ? this.#emptyRows + 1 : 0;
    this.#steps = Math.min(taken < this.#steps ? taken + 1 : 2 * taken, mostSteps);
  }

  readonly #takeStep = (): boolean => {
    if (!this.#idle.isStillIdle || !this.#isAnythingToDo()) return false;
    this.#taken++;
    this.#goAhead();
    return this.#hasMoved;
  };

  /**
   * Lets the next happen of what waits; false when nothing does. What a request sets off in the service itself has happened when
   * the next is let in; where it sets off nothing, that is at once.
   */
  #happensMore(): boolean {
    if (this.#lettingIn === undefined) {
      if (this.#requests.length + this.#answers.length === 0) return false;
      this.#lettingIn = inLine(this.#requests);
      this.#letIn = 0;
      this.#requests = [];
    }
    this.#wasDisturbed = true;
    this.#hasMoved = true;
    for (;;) {
      const next = this.#lettingIn[this.#letIn++];
      if (next === undefined) break;
      if (!happen(next)) return true;
    }
    this.#lettingIn = undefined;
    this.#letGo();
    return true;
  }

  /** The first answer of each simulation. */
  #letGo(): void {
    const last = this.#answers.length === 1 ? this.#answers.pop() : undefined;
    if (last !== undefined) return void happen(last);
    const served = new Set<Scheduler>();
    const first: Waiting<unknown>[] = [];
    const left: Waiting<unknown>[] = [];
    for (const one of this.#answers) (served.size < served.add(one.scheduler).size ? first : left).push(one);
    this.#answers = left;
    for (const one of first) happen(one);
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

  #isAnythingToDo(): boolean {
    if (this.#requests.length + this.#answers.length > 0 || this.#lettingIn !== undefined) return true;
    for (const scheduler of this.#schedulers) if (scheduler.isDriven) return true;
    return false;
  }
}

/** By their places, and then as they came. */
const inLine = (requests: readonly Waiting<unknown>[]): readonly Waiting<unknown>[] => {
  if (requests.length < 2) return requests;
  const placed = requests.map((waiting) => ({ waiting, place: waiting.place(waiting.about) }));
  const byPlace = placed.sort((one, other) => (one.place === other.place ? 0 : one.place < other.place ? -1 : 1));
  return byPlace.map(({ waiting }) => waiting);
};
