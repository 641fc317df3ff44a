import { hintAtBrowser } from '../transport/browser-hint.ts';
import type { Gateway } from '../transport/gateway.ts';
import { receiveBy } from '../transport/way-in.ts';
import { listAddresses } from './addresses.ts';
import type { SimulateOptions } from './options.ts';
import type { OutsideRun } from './outside-run.ts';
import type { Running } from './running.ts';

/** What transports are attached to. */
export const openGateway = (
  { world, engine, timeline, driver }: Running,
  { network }: SimulateOptions,
  outside: OutsideRun,
): Gateway => ({
  addresses: listAddresses(world.settings.addresses),
  receive: receiveBy((request, asking) => {
    hintAtBrowser(request);
    outside.received();
    engine.take(request, asking);
  }),
  enter: (work) => timeline.enter(work),
  pass: (length) => engine.pass(length),
  closesNetwork: network === 'closed',
  connecting: {
    mayFail: (authority) => driver.mayFailToConnect(authority),
    atRest: (then) => timeline.quiet('request', atOnce, then, behindRequests),
  },
});

const atOnce = (then: () => void): false => {
  then();
  return false;
};

/** The place in line behind all that have one. */
const behindRequests = (): string => '~';
