import { ms } from '../../spec/time.ts';
import type { Answered, History } from '../history.ts';
import { isCreate } from './portability.ts';

/** Whether a request counts against a limit, as far as its answer tells. */
export type Counting = 'yes' | 'maybe';

/** One limit as it stands for those who share it. */
export interface Meter {
  readonly kind: 'rate' | 'burst' | 'overall' | 'daily';
  /** What it means that it is full. */
  readonly says: string;
  /** Full for certain, counting only what certainly counts; or possibly, counting all that may. */
  readonly isFull: (exchange: Answered, how: 'certainly' | 'possibly') => boolean;
  /** A request that met it. Those that were not admitted are never under way. */
  readonly note: (exchange: Answered, counting: Counting, isAdmitted: boolean) => void;
}

export interface Meters {
  readonly for: (exchange: Answered, share: { readonly rate: string; readonly others: string }) => readonly Meter[];
}

export const metersOf = (history: History): Meters => {
  const meters = new Map<string, Meter>();
  const find = (name: string, open: () => Meter): Meter => {
    const known = meters.get(name) ?? open();
    meters.set(name, known);
    return known;
  };
  const { limits, assumptions } = history.context;
  const { createRate, createBurst, createOverall, listRate, listBurst, listDaily } = limits;
  const isFixed = assumptions['limits.window'] === 'fixed';
  const isByDay = assumptions['limits.quotaReset'] === 'midnight-utc';
  const isBucket = assumptions['limits.burst'] === 'token-bucket';
  const burst = (most: number, perSecond: number): Meter =>
    isBucket ? openBucket(history, most, perSecond) : openUnderWay(history, most);
  return {
    for: (exchange, { rate, others }) =>
      isCreate(exchange)
        ? [
            find(`createRate ${rate}`, () => openWindow(history, 'rate', createRate, isFixed)),
            find(`createBurst ${others}`, () => burst(createBurst.value, createRate.value)),
            find(`createOverall ${others}`, () => openWindow(history, 'overall', createOverall, isFixed)),
          ]
        : [
            find(`listRate ${rate}`, () => openWindow(history, 'rate', listRate, isFixed)),
            find(`listBurst ${others}`, () => burst(listBurst.value, listRate.value)),
            find(`listDaily ${others}`, () => openWindow(history, 'daily', listDaily, isByDay)),
          ],
  };
};

interface Rate {
  readonly value: number;
  readonly within: string;
}

/** What came before the trace may have used up anything; in a recording, so may others. */
const isOpen = ({ world, continues }: History, { answer }: Answered, length: number): boolean =>
  world === undefined || (continues && answer.decidedAt <= length);

const openWindow = (history: History, kind: Meter['kind'], { value: most, within }: Rate, isFixed: boolean): Meter => {
  const length = ms(within);
  const says = `${most} in ${within} had been let in`;
  if (isFixed) return { ...openStretches(history, most, length), kind, says };
  const counted: Queue<Answered> = openQueue();
  const possible: Queue<Answered> = openQueue();
  const atEnd = history.context.assumptions['limits.boundary'] === 'counted';
  const isOver = (one: Answered, now: Answered): boolean => {
    const age = history.world === undefined ? now.answer.at - one.at : now.answer.decidedAt - one.answer.decidedAt;
    return atEnd ? age > length : age >= length;
  };
  return {
    kind,
    says,
    isFull: (exchange, how) => {
      if (how === 'possibly' && isOpen(history, exchange, length)) return true;
      const queue = how === 'certainly' ? counted : possible;
      return queue.countAfter((one) => isOver(one, exchange)) >= most;
    },
    note: (exchange, counting) => {
      possible.push(exchange);
      if (counting === 'yes') counted.push(exchange);
    },
  };
};

interface Queue<T> {
  push(one: T): void;
  /** Drops those that are over from the front, and tells how many are left. */
  countAfter(isOver: (one: T) => boolean): number;
}

const openQueue = <T>(): Queue<T> => {
  const all: T[] = [];
  let from = 0;
  return {
    push: (one) => all.push(one),
    countAfter: (isOver) => {
      for (let next = all[from]; next !== undefined && isOver(next); next = all[from]) from += 1;
      return all.length - from;
    },
  };
};

/** Stretches laid end to end, aligned to the clock. */
const openStretches = (history: History, most: number, length: number): Pick<Meter, 'isFull' | 'note'> => {
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
const openBucket = (history: History, most: number, perSecond: number): Meter => {
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
const openUnderWay = (history: History, most: number): Meter => {
  let open: { readonly exchange: Answered; readonly counting: Counting }[] = [];
  return {
    kind: 'burst',
    says: `${most} were under way`,
    isFull: ({ answer }, how) => {
      if (history.world === undefined) return how === 'possibly';
      open = open.filter(
        ({ exchange }) => exchange.underWay.at >= answer.decidedAt || exchange.underWay.place >= answer.place,
      );
      const certain = open.filter(
        ({ exchange, counting }) => counting === 'yes' && exchange.underWay.place >= answer.place,
      );
      return (how === 'certainly' ? certain : open).length >= most;
    },
    note: (exchange, counting, isAdmitted) => {
      if (isAdmitted) open.push({ exchange, counting });
    },
  };
};
