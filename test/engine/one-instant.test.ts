import { expect, test } from 'vitest';
import type { Timeline } from '../../src/clock/timeline.ts';
import { type Simulation, simulate } from '../../src/index.ts';
import { judgeTrace } from '../../src/rules/judge-trace.ts';
import { describeInitialWorld } from '../../src/simulation/initial-world.ts';
import { limits } from '../../src/spec/limits.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { createService } from '../../src/driver/service.ts';
import { createTrace } from '../../src/trace/trace.ts';
import { completed, hosts } from '../core/world.ts';
import { receiveBy } from '../../src/transport/way-in.ts';

/** A real clock at its worst: it has gone on whenever it is read again. */
const runningOn = (from: number): Timeline => {
  let now = from;
  return {
    now: () => now++,
    at: () => () => undefined,
    quiet: (_kind, happen, about) => queueMicrotask(() => happen(about)),
    enter: (work) => work(),
    run: async (work) => work(),
    elapse: async () => undefined,
    leap: async () => undefined,
    awake: () => undefined,
    sleepUntil: async () => undefined,
    nextDue: () => undefined,
    keptAliveUntil: () => undefined,
    hold: () => () => undefined,
    brake: () => undefined,
    dispose: async () => undefined,
  };
};

const brokenByService = (judgements: ReturnType<Simulation['judge']>): readonly string[] =>
  judgements.flatMap((one) =>
    one.rule.judges === 'service' && one.verdict === 'broken' ? [`${one.rule.id} ${one.evidence[0]?.text}`] : [],
  );

test('what is decided, remembered, dated and judged is told by one reading of the clock, however fast it runs', async () => {
  const { story, token, id } = completed({}, { limits: { listRate: { ...limits.listRate, value: 5 } } });
  const { world, now: epoch } = story;
  const trace = createTrace();
  const engine = createEngine({
    service: createService(world, async (_route, _request, usual) => usual),
    timeline: runningOn(epoch),
    epoch,
    trace,
    deliver: async () => ({ delivery: { status: 204 }, endpoint: {} }),
    latency: () => 0,
    clockSkew: 0,
  });
  const initially = describeInitialWorld(world, epoch, {}, 0);
  engine.record({ kind: 'began', epoch: new Date(epoch).toISOString(), seed: 7, world: initially }, epoch);
  const base = `${hosts.regions['eu-west-1']}/orders/data-queries`;
  const headers = { authorization: `Bearer ${token}` };
  const receive = receiveBy(engine.take);
  const ask = (method: string, url: string) =>
    receive({ method, url, headers, body: '' }, new AbortController().signal);

  for (let time = 0; time < 4; time++) {
    await Promise.all([ask('POST', base), ask('GET', `${base}/${id}/records`), ask('GET', `${base}/${id}/records`)]);
  }

  const { settings } = world;
  const statuses = trace.raw.flatMap((entry) => (entry.kind === 'answer' ? [entry.answer.status] : []));
  expect(statuses.filter((status) => status === 429)).not.toEqual([]);
  expect(trace.raw.some((entry) => entry.kind === 'answer' && entry.rememberedSince !== undefined)).toBe(true);
  expect(brokenByService(judgeTrace(trace.raw, settings))).toEqual([]);
});

test('in real time the service keeps its own rules, whoever asks twice', async () => {
  for (let round = 0; round < 5; round++) {
    await using sim = await simulate({
      transport: 'server',
      clock: 'real',
      customers: [{ collects: '1ms' }, {}, {}, {}],
    });
    const { env } = sim;
    const ask = async (method: string, index: number): Promise<void> => {
      const { scope, accessToken } = env.customers[index % 4] ?? env.customer;
      const url = `${env.regions['eu-west-1']}/${scope}/data-queries${method === 'GET' ? '/x/records' : ''}`;
      await (await fetch(url, { method, headers: { authorization: `Bearer ${accessToken}` } })).text();
    };

    await Promise.all(Array.from({ length: 24 }, (_, index) => ask(index % 3 === 0 ? 'GET' : 'POST', index)));

    expect(brokenByService(sim.judge())).toEqual([]);
  }
});
