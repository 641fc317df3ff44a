import { nativeTimers } from './real-time.ts';
import { withoutNoting } from './signals/beginnings.ts';

/**
 * What our own transports carry from one end of a connection to the other. It arrives one turn of the event loop later, as over
 * a network, and until then the process is not idle. Nobody has to look for it, as for work of others: it is counted.
 */
let underWay = 0;

export const carry = (arrive: () => void): void => {
  underWay++;
  const land = (): void => {
    underWay--;
    arrive();
  };
  withoutNoting(() => nativeTimers.setImmediate(land));
};

export const isCarrying = (): boolean => underWay > 0;
