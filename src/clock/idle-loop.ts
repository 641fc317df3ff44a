import type { Course } from './scheduler.ts';
import type { IdleDetector } from './idle-detector.ts';
import { inTimeOf } from './current-clock.ts';
import type { RealTime } from './real-time.ts';

/** Something at the present instant of a course, driven or not, that happens once nothing else can. */
interface Waiting {
  readonly course: Course;
  readonly kind: 'request' | 'answer';
  /** Its place among requests. */
  readonly place: string;
  readonly happen: () => void;
}

/**
 * Moves all courses of the process, whenever it is idle. First requests are let in, all that have come, in their order; then
 * each course lets go of one answer, for that may lead to more. Where there is neither, those that are driven take one step.
 */
export class Pump {
  readonly #courses = new Set<Course>();
  readonly #waiting: Waiting[] = [];
  readonly #idle: IdleDetector;
  readonly #real: RealTime;
  #isRunning = false;
  /** Something has happened since the courses took a step. */
  #wasDisturbed = false;

  constructor(idle: IdleDetector, real: RealTime) {
    this.#idle = idle;
    this.#real = real;
  }

  add(course: Course): void {
    this.#courses.add(course);
  }

  /** What waits in its time happens now. */
  remove(course: Course): void {
    this.#courses.delete(course);
    for (const { happen } of this.#take((waiting) => waiting.course === course)) happen();
  }

  /** To be called when somebody has begun to drive a course. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void inTimeOf(undefined, () => this.#pump());
  }

  wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.start();
  }

  async #pump(): Promise<void> {
    try {
      while (this.#waiting.length > 0 || this.#isAnyDriven()) await this.#goOn();
    } catch (bug) {
      for (const course of this.#courses) course.fail(bug);
    }
    this.#isRunning = false;
  }

  async #goOn(): Promise<void> {
    const { wasDisturbed } = await this.#idle.wait(() => this.#waiting.length);
    this.#wasDisturbed ||= wasDisturbed || this.#waiting.length > 0;
    if (this.#waiting.length > 0) await this.#letHappen();
    else await this.#stepAll();
  }

  /** What a request leads to in the service itself has happened when the next is let in. */
  async #letHappen(): Promise<void> {
    const requests = this.#take(({ kind }) => kind === 'request');
    for (const { happen } of requests.sort(byPlace)) {
      happen();
      await this.#real.turn();
    }
    const served = new Set<Course>();
    const isFirst = ({ course, kind }: Waiting): boolean => kind === 'answer' && served.size < served.add(course).size;
    for (const { happen } of this.#take(isFirst)) happen();
  }

  async #stepAll(): Promise<void> {
    const moment = {
      realNow: this.#real.now(),
      wasDisturbed: this.#wasDisturbed,
      describeBusy: () => this.#idle.describe(),
    };
    this.#wasDisturbed = false;
    let hasMoved = false;
    for (const course of this.#courses) {
      if (course.isDriven) hasMoved = course.step(moment) || hasMoved;
    }
    if (!hasMoved) await this.#real.sleep(1);
  }

  #take(isWanted: (waiting: Waiting) => boolean): Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    for (const waiting of this.#waiting.splice(0)) (isWanted(waiting) ? taken : left).push(waiting);
    this.#waiting.push(...left);
    return taken;
  }

  #isAnyDriven(): boolean {
    for (const course of this.#courses) if (course.isDriven) return true;
    return false;
  }
}

const byPlace = (one: Waiting, other: Waiting): number =>
  one.place === other.place ? 0 : one.place < other.place ? -1 : 1;
