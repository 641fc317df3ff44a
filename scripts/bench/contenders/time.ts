import { simulate } from '../../../src/index.ts';
import { type Contender, each, measure } from '../contender.ts';

/** What virtual time costs, and a simulation that nobody asks anything. */

const timers = (length: number): Promise<unknown> =>
  Promise.all(Array.from({ length }, (_, at) => new Promise((resolve) => setTimeout(resolve, 1 + at))));

export const time = async (transport: 'none' | 'sockets'): Promise<Contender> => {
  const sim = await simulate({ transport });
  const advance = (count: number) => async (): Promise<number> =>
    (await measure(() => sim.run(() => timers(count)))) / count;
  return {
    cases: {
      timer: advance(1000),
      ...(transport === 'none' && {
        'timer of many': advance(100_000),
        'idle hour': each(1000, () => sim.elapse('1h')),
        second: each(200, beginAndStop),
      }),
    },
  };
};

const beginAndStop = async (): Promise<void> => {
  const sim = await simulate({ transport: 'none' });
  await sim.stop();
};
