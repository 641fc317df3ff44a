import { simulate } from '../../simulate.ts';
import { openTransport } from '../../simulation/open-transport.ts';
import type { Transport } from '../../transport/gateway.ts';

/**
 * Runs many simulations one after the other. One that does nothing stays all the while, so that the clocks of the process
 * are not replaced and put back for every one of them.
 */
export const withTransport = async <T>(
  choice: 'sockets' | 'fetch',
  work: (transport: Transport) => Promise<T>,
): Promise<T> => {
  const { attach: transport } = await openTransport(choice);
  const keeper = await simulate({ transport: 'none' });
  try {
    return await work(transport);
  } finally {
    await keeper.stop();
  }
};
