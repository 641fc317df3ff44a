import process from 'node:process';

/** As in Node, what a timer throws is an uncaught exception, and no affair of the other timers. */
export const throwLater = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    process.nextTick(() => {
      throw error;
    });
  }
};
