import * as process from 'node:process';
import * as timers from 'node:timers';
import * as timersPromises from 'node:timers/promises';

/**
 * What named imports get of these: copies that an ES module sees, whatever stands in the modules themselves. The build hands
 * them to the code that it makes, which is none.
 */
export const builtinNames = { process, timers, timersPromises };
