import { nativeTimers } from './real-time.ts';
import { withoutNoting } from './signals/beginnings.ts';

/**
 * What our own transports carry from one end of a connection to the other. It arrives one turn of the event loop later, as over
 * a network, and until then the process is not idle. Nobody has to look for it, as for work of others: it is counted.
 */
let underWay = 0;

export const carry = <What>(arrive: (what: What) => void, what: What): void => {
  underWay++;
  withoutNoting(() => nativeTimers.setImmediate(land<What>, arrive, what));
};

const land = <What>(arrive: (what: What) => void, what: What): void => {
  underWay--;
  arrive(what);
};

export const isCarrying = (): boolean => underWay > 0;
