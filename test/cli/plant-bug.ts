import { consoleEffects } from '../../src/core/console.ts';

/** A bug of ours, planted before the command line is loaded: whatever rotates a secret breaks. */
Object.assign(consoleEffects, {
  rotateSecret: () => {
    throw new RangeError('no such gate');
  },
});
