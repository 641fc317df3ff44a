import type { Instant } from '../spec/time.ts';
import { badOption, disposed } from './errors.ts';
import type { Course } from './scheduler.ts';
import type { Run } from './drives.ts';
import { noteHeadway } from './client-progress.ts';
import { inTimeOf, presentClock } from './current-clock.ts';
import type { Pump } from './idle-loop.ts';
import type { Timeline } from './timeline.ts';

export interface CourseParts {
  readonly label: string;
  readonly course: Course;
  readonly pump: Pump;
  /** To be called before code is entered. */
  readonly noteEntry: () => void;
  /** Takes out of the process what was put there. */
  readonly release: () => void;
}

/** A timeline that moves along a course, by the pump. */
export const followCourse = ({ label, course, pump, noteEntry, release }: CourseParts): Timeline => {
  const { clock, motion } = course;
  let isOver = false;
  pump.add(course);

  /** Begins to wait for time to move. A simulation around this one stands still meanwhile, for its client waits for us. */
  const drive = <T>(begin: (resolve: (value: T) => void, reject: (reason: unknown) => void) => void): Promise<T> => {
    const outer = presentClock();
    const promise = new Promise<T>((resolve, reject) => {
      if (isOver) reject(disposed(label));
      else begin(resolve, reject);
    });
    if (isOver) return promise;
    pump.start();
    if (outer === undefined || outer === clock) return promise;
    outer.innerDrives++;
    return promise.finally(() => outer.innerDrives--);
  };

  const checkLength = (milliseconds: number): void => {
    if (Number.isSafeInteger(milliseconds) && milliseconds >= 0) return;
    throw badOption(label, `${milliseconds} is not a length of time`, 'give whole milliseconds, zero or more');
  };

  return {
    now: () => motion.now,
    at: (at: Instant, fire) => (isOver ? () => undefined : motion.at(at, fire)),
    quiet: (kind, place = '') =>
      new Promise((resolve) => {
        if (isOver) resolve();
        else pump.wait({ course, kind, place, happen: resolve });
      }),
    enter: (work) => {
      noteEntry();
      noteHeadway(1);
      return inTimeOf(clock, work);
    },
    run: (work) =>
      drive((resolve, reject) => {
        const run: Run = { reject, startedAt: motion.now, settle: undefined };
        course.runs.add(run);
        void outcomeOf(() => inTimeOf(clock, work)).then(
          (value) => (run.settle = () => resolve(value)),
          (reason: unknown) => (run.settle = () => reject(reason)),
        );
      }),
    elapse: async (milliseconds) => {
      checkLength(milliseconds);
      await drive<void>((resolve, reject) => {
        course.elapses.add({ until: motion.now + milliseconds, resolve, reject });
      });
    },
    leap: async (milliseconds) => {
      checkLength(milliseconds);
      if (isOver) throw disposed(label);
      await new Promise<void>((resolve, reject) => {
        course.leaps.push({ by: milliseconds, until: undefined, resolve, reject });
        pump.start();
      });
    },
    hold: (why) => {
      const hold = { why };
      course.holds.add(hold);
      return () => void course.holds.delete(hold);
    },
    dispose: async () => {
      if (isOver) return;
      isOver = true;
      pump.remove(course);
      course.end();
      release();
    },
  };
};

const outcomeOf = async <T>(work: () => T | PromiseLike<T>): Promise<T> => await work();
