import * as timers from 'node:timers';
import * as timersPromises from 'node:timers/promises';

/**
 * What named imports get of these: copies that an ES module sees, whatever stands in the modules themselves. The build hands
 * them to the code that it makes, which is none. Those of `process` are remembered in place of being looked at: Node opens the
 * standard streams for whoever imports that module.
 */
export const builtinNames = {
  process: Object.fromEntries(['hrtime', 'nextTick'].map((key) => [key, Reflect.get(globalThis.process, key)])),
  timers,
  timersPromises,
};
