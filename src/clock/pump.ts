import type { Course } from './course.ts';
import type { IdleDetector } from './idle.ts';
import { inTimeOf } from './present.ts';
import type { RealTime } from './real-time.ts';

/** Moves all courses of the process: whenever it is idle, each that is driven takes one step. */
export class Pump {
  readonly #courses = new Set<Course>();
  readonly #idle: IdleDetector;
  readonly #real: RealTime;
  #isRunning = false;

  constructor(idle: IdleDetector, real: RealTime) {
    this.#idle = idle;
    this.#real = real;
  }

  add(course: Course): void {
    this.#courses.add(course);
  }

  remove(course: Course): void {
    this.#courses.delete(course);
  }

  /** To be called when somebody has begun to drive a course. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void inTimeOf(undefined, () => this.#pump());
  }

  async #pump(): Promise<void> {
    try {
      while (this.#isAnyDriven()) await this.#stepAll();
    } catch (bug) {
      for (const course of this.#courses) course.fail(bug);
    }
    this.#isRunning = false;
  }

  async #stepAll(): Promise<void> {
    const { wasDisturbed } = await this.#idle.wait();
    const moment = { realNow: this.#real.now(), wasDisturbed, describeBusy: () => this.#idle.describe() };
    let hasMoved = false;
    for (const course of this.#courses) {
      if (course.isDriven) hasMoved = course.step(moment) || hasMoved;
    }
    if (!hasMoved) await this.#real.sleep(1);
  }

  #isAnyDriven(): boolean {
    for (const course of this.#courses) if (course.isDriven) return true;
    return false;
  }
}
