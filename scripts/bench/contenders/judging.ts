import type { WireRequest } from '../../../src/core/wire.ts';
import { readRecording } from '../../../src/recording/read-recording.ts';
import { judgeTrace } from '../../../src/rules/judge-trace.ts';
import { byDoor } from '../clients.ts';
import { type Contender, measure } from '../contender.ts';
import { begin, collects, complete, type Requests, requestsOf } from '../exchanges.ts';

/** What all rules take for each request of a trace, by what its client asks again and again. */

type Ask = (requests: Requests, at: number) => WireRequest;

const habits: Readonly<Record<string, Ask>> = {
  polls: (requests) => requests.again('list'),
  pages: (requests, at) => requests.anew('list', at),
  tokens: (requests) => requests.again('token'),
};

const [few, many] = [1000, 10_000];

const judge = async (ask: Ask, requests: number): Promise<() => Promise<number>> => {
  const sim = await begin({ transport: 'none', customers: [{ id: 'customer-0', records: 1, collects }] });
  const send = byDoor(sim.gateway);
  const known = requestsOf(sim.env, await complete(sim));
  for (let at = 0; at < requests; at++) await send(ask(known, at));
  const { entries, context } = readRecording(sim.trace.toJSONL());
  await sim.stop();
  // The few as often as there are many, for samples of one length.
  const judgeAll = (): void => {
    for (let judged = 0; judged < many; judged += requests) judgeTrace(entries, context);
  };
  return async () => (await measure(judgeAll)) / many;
};

export const judging = async (): Promise<Contender> => {
  const cases: Record<string, () => Promise<number>> = {};
  for (const [habit, ask] of Object.entries(habits)) {
    cases[habit] = await judge(ask, few);
    cases[`${habit}, many`] = await judge(ask, many);
  }
  return { cases };
};
