import { setTimeout as sleep } from 'node:timers/promises';
import type { Gone, Outcome, WireAnswer, WireRequest } from '../../src/core/wire.ts';
import type { Gateway } from '../../src/transport/gateway.ts';

/** A gateway for tests, which remembers what came through it. */
export interface TestGateway extends Gateway {
  readonly received: WireRequest[];
}

export type Receive = (request: WireRequest, gone: Gone) => Outcome | Promise<Outcome>;

/** A gateway at these addresses; by default it answers with the request as it saw it. */
export const makeGateway = (addresses: readonly string[], receive: Receive = echo): TestGateway => {
  const received: WireRequest[] = [];
  return {
    addresses,
    received,
    enter: (work) => work(),
    pass: (length) => sleep(length),
    receive: async (request, gone) => {
      received.push(request);
      return receive(request, gone);
    },
  };
};

/** Answers with the request as JSON. */
export const echo = (request: WireRequest): WireAnswer => answer(200, JSON.stringify(request));

/** An answer with a JSON content type and a date of its own. */
export const answer = (status: number, body: string): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json', date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
  body,
});
