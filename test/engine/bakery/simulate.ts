import { createRandomSource } from '../../../src/clock/random.ts';
import { createTimeline } from '../../../src/clock/create-timeline.ts';
import type { Timeline } from '../../../src/clock/timeline.ts';
import { createEngine, type Engine } from '../../../src/engine/engine.ts';
import type { Entry } from '../../../src/trace/entry.ts';
import { createTraceOf, type Trace } from '../../../src/trace/trace.ts';
import type { Transport } from '../../../src/transport/gateway.ts';
import { receiveBy } from '../../../src/transport/way-in.ts';
import { bakeryService, type BakeryTypes, openBakery } from './service.ts';

type BakeryEntry = Entry<BakeryTypes['words']>;

/** A bakery that runs: engine, clock, transport and trace are those that our own service stands on. */
export interface BakerySimulation {
  readonly url: string;
  readonly timeline: Timeline;
  readonly engine: Engine<BakeryTypes>;
  readonly trace: Trace<BakeryEntry>;
  /** Orders that the client has been told are baked. */
  readonly announced: readonly string[];
  stop(): Promise<void>;
}

export const simulateBakery = async (attach: Transport): Promise<BakerySimulation> => {
  const url = 'https://bakery.test';
  const epoch = Date.UTC(2030, 0, 1);
  const announced: string[] = [];
  const trace = createTraceOf<BakeryEntry>((entries) => entries.map(({ at, kind }) => `${at} ${kind}`));
  const timeline = createTimeline({
    epoch,
    label: 'bakery',
    random: createRandomSource(1, 'math'),
    describeWaiting: () => engine.waiting(),
  });
  const engine: Engine<BakeryTypes> = createEngine({
    service: bakeryService(openBakery()),
    timeline,
    epoch,
    trace,
    deliver: async ({ order }, isLost) => {
      if (isLost) return { delivery: { failed: 'lost' }, endpoint: {} };
      announced.push(order);
      return { delivery: { status: 200 }, endpoint: {} };
    },
    latency: () => 0,
  });
  const detach = await attach({
    addresses: [url],
    receive: receiveBy(engine.take),
    enter: (work) => timeline.enter(work),
    pass: (length) => engine.pass(length),
  });
  const stop = async (): Promise<void> => {
    await detach();
    await timeline.dispose();
    if (engine.bugs.length > 0) throw engine.bugs[0];
  };
  return { url, timeline, engine, trace, announced, stop };
};
