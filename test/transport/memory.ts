import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that are still in use once the garbage has been collected, inside and outside of the heap. */
export const bytesHeld = (): number => {
  // What the first round has found to be unused outside of the heap is freed by the second.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

setFlagsFromString('--expose-gc');
/** Does away with all that nothing refers to. */
export const collect = runInNewContext('gc') as () => void;
