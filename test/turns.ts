import { setImmediate } from 'node:timers';

/** Turns of the real event loop, for what goes on without any time. */
export const turns = async (count = 30): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};
