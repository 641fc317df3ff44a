import { onTestFinished } from 'vitest';
import type { Transport } from '../../src/transport/gateway.ts';
import { answer, makeGateway, type Receive, type TestGateway } from './gateways.ts';

interface Attached {
  readonly gateway: TestGateway;
  readonly undo: () => Promise<void>;
}

/** A gateway that a transport brings into reach, until the undo is called or the test is over. */
export const attach = async (
  transport: Transport,
  addresses: readonly string[],
  receive?: Receive,
): Promise<Attached> => {
  const gateway = makeGateway(addresses, receive);
  const undo = await transport(gateway);
  onTestFinished(undo);
  return { gateway, undo };
};

export const always =
  (text: string): Receive =>
  () =>
    answer(200, text);

export const read = async (url: string): Promise<string> => (await fetch(url)).text();
