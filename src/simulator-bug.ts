import { errorText } from './error-text.ts';
import { isMisuse } from './misuse.ts';

/** Where bugs are reported. Kept equal to package.json by a test, as the version is. */
export const bugsUrl = 'https://github.com/stunt-double/stunt-double/issues';

/** Thrown in place of an error of ours; the error is its cause. */
export class SimulatorBug extends Error {
  override readonly name = 'SimulatorBug';

  constructor(cause: unknown) {
    super(sayBug(cause), { cause });
  }
}

/** Whose bug it is, and what to do about it: for whoever meets a failure in the midst of work of theirs. A Misuse says so itself. */
export const sayBug = (error: unknown): string =>
  isMisuse(error) || error instanceof SimulatorBug
    ? error.message
    : `a bug of the simulator stunt-double, not of your client: ${errorText(error)}; please report it at ${bugsUrl}`;

/** Whether the system refused something, as a disk that is full does, or `node --permission`: no bug of anybody. */
export const isRefusal = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && ('syscall' in error || 'permission' in error) && 'code' in error;
