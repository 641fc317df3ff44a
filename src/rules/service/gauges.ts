import type { RateLimit } from '../../spec/limits.ts';
import { ms } from '../../spec/time.ts';
import type { Answered, History } from '../history.ts';
import { type Meter, openUnderWay, openWindow } from '../meters.ts';
import { isCreate } from './portability.ts';

/** Whether a request counts against a limit, as far as its answer tells. */
export type Counting = 'yes' | 'maybe';

/** One limit as it stands for those who share it: what certainly counts against it, and what may. */
export interface Gauge {
  readonly kind: 'rate' | 'burst' | 'overall' | 'daily';
  /** What it means that it is full. */
  readonly says: string;
  /** Full for certain, counting only what certainly counts; or possibly, counting all that may. */
  readonly isFull: (exchange: Answered, how: 'certainly' | 'possibly') => boolean;
  /** A request that met it. Those that were not admitted are never under way. */
  readonly note: (exchange: Answered, counting: Counting, isAdmitted: boolean) => void;
}

/** Who shares the rate of a scope, and who shares all other limits. */
export interface Sharing {
  readonly rate: string;
  readonly others: string;
}

/** The limits that a call has, by those who share them. */
export const openGauges = (history: History): ((exchange: Answered, sharing: Sharing) => readonly Gauge[]) => {
  const gauges = new Map<string, Gauge>();
  const find = (name: string, open: () => Gauge): Gauge => {
    const known = gauges.get(name) ?? open();
    gauges.set(name, known);
    return known;
  };
  const { limits, assumptions } = history.context;
  const { createRate, createBurst, createOverall, listRate, listBurst, listDaily } = limits;
  const isFixed = assumptions['limits.window'] === 'fixed';
  const isByDay = assumptions['limits.quotaReset'] === 'midnight-utc';
  const isBucket = assumptions['limits.burst'] === 'token-bucket';
  const burst = (most: number, perSecond: number): Gauge =>
    isBucket ? bucket(history, most, perSecond) : concurrency(history, most);
  return (exchange, { rate, others }) =>
    isCreate(exchange)
      ? [
          find(`createRate ${rate}`, () => window(history, 'rate', createRate, isFixed)),
          find(`createBurst ${others}`, () => burst(createBurst.value, createRate.value)),
          find(`createOverall ${others}`, () => window(history, 'overall', createOverall, isFixed)),
        ]
      : [
          find(`listRate ${rate}`, () => window(history, 'rate', listRate, isFixed)),
          find(`listBurst ${others}`, () => burst(listBurst.value, listRate.value)),
          find(`listDaily ${others}`, () => window(history, 'daily', listDaily, isByDay)),
        ];
};

/** What came before the trace may have used up anything; in a recording, so may others. */
const isOpen = ({ world, continues }: History, { answer }: Answered, length: number): boolean =>
  world === undefined || (continues && answer.decidedAt <= length);

const window = (history: History, kind: Gauge['kind'], { value: most, within }: RateLimit, isFixed: boolean): Gauge => {
  const length = ms(within);
  const says = `${most} in ${within} had been let in`;
  return { kind, says, ...(isFixed ? stretches(history, most, length) : sliding(history, most, length)) };
};

const sliding = (history: History, most: number, length: number): Pick<Gauge, 'isFull' | 'note'> => {
  const { world, context } = history;
  const atEnd = context.assumptions['limits.boundary'] === 'counted';
  const open = (): Meter<Answered> =>
    openWindow((one, now) => {
      const age = world === undefined ? now.answer.at - one.at : now.answer.decidedAt - one.answer.decidedAt;
      return atEnd ? age > length : age >= length;
    });
  const meters = { certainly: open(), possibly: open() };
  return {
    isFull: (exchange, how) =>
      (how === 'possibly' && isOpen(history, exchange, length)) || meters[how].count(exchange) >= most,
    note: (exchange, counting) => {
      meters.possibly.note(exchange);
      if (counting === 'yes') meters.certainly.note(exchange);
    },
  };
};

/** Stretches laid end to end, aligned to the clock. */
const stretches = (history: History, most: number, length: number): Pick<Gauge, 'isFull' | 'note'> => {
  const counts = { index: -1, yes: 0, maybe: 0 };
  const enter = ({ answer }: Answered): void => {
    const epoch = (history.epoch ?? 0) + (history.world?.clockSkew ?? 0);
    const index = Math.floor((epoch + answer.decidedAt) / length);
    if (index !== counts.index) Object.assign(counts, { index, yes: 0, maybe: 0 });
  };
  return {
    isFull: (exchange, how) => {
      enter(exchange);
      if (how === 'possibly') return isOpen(history, exchange, length) || counts.yes + counts.maybe >= most;
      return history.world !== undefined && counts.yes >= most;
    },
    note: (exchange, counting) => {
      enter(exchange);
      counts[counting] += 1;
    },
  };
};

/** Thousandths of tokens, as few and as many as there can be; `perSecond` tokens a second are as many thousandths a millisecond. */
const bucket = (history: History, most: number, perSecond: number): Gauge => {
  const level = { least: history.continues ? 0 : most * 1000, most: most * 1000, at: Number.NaN };
  const fill = ({ answer }: Answered): void => {
    const passed = Number.isNaN(level.at) ? 0 : (answer.decidedAt - level.at) * perSecond;
    level.least = Math.min(most * 1000, level.least + passed);
    level.most = Math.min(most * 1000, level.most + passed);
    level.at = answer.decidedAt;
  };
  return {
    kind: 'burst',
    says: 'no token was left',
    isFull: (exchange, how) => {
      fill(exchange);
      if (history.world === undefined) return how === 'possibly';
      return how === 'certainly' ? level.most < 1000 : level.least < 1000;
    },
    note: (exchange, counting) => {
      fill(exchange);
      level.least = Math.max(0, level.least - 1000);
      if (counting === 'yes') level.most = Math.max(0, level.most - 1000);
    },
  };
};

/** "Up to 5 concurrent requests": those let in whose answers have not arrived. */
const concurrency = (history: History, most: number): Gauge => {
  const certainly = openUnderWay<Answered>(({ underWay }, { answer }) => underWay.place < answer.place);
  const possibly = openUnderWay<Answered>(
    ({ underWay }, { answer }) => underWay.at < answer.decidedAt && underWay.place < answer.place,
  );
  return {
    kind: 'burst',
    says: `${most} were under way`,
    isFull: (exchange, how) => {
      if (history.world === undefined) return how === 'possibly';
      return (how === 'certainly' ? certainly : possibly).count(exchange) >= most;
    },
    note: (exchange, counting, isAdmitted) => {
      if (!isAdmitted) return;
      possibly.note(exchange);
      if (counting === 'yes') certainly.note(exchange);
    },
  };
};
