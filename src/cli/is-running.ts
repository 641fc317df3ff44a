import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * Whether there is a process of this number. One that has ended still has it where nobody asks what became of it, as in a container
 * without an init; it runs nothing any more, which systems with a /proc tell.
 */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    // Behind the name of its program, which may hold anything, stands its state: Z and X have ended.
    return !/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
};
