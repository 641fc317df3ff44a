import { ms } from '../../spec/time.ts';
import type { Answered, Story } from '../history.ts';
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

export const metersOf = (story: Story): Meters => {
  const meters = new Map<string, Meter>();
  const find = (name: string, open: () => Meter): Meter => {
    const known = meters.get(name) ?? open();
    meters.set(name, known);
    return known;
  };
  const { limits, assumptions } = story.ground;
  const { createRate, createBurst, createOverall, listRate, listBurst, listDaily } = limits;
  const isFixed = assumptions['limits.window'] === 'fixed';
  const isByDay = assumptions['limits.quotaReset'] === 'midnight-utc';
  const isBucket = assumptions['limits.burst'] === 'token-bucket';
  const burst = (most: number, perSecond: number): Meter =>
    isBucket ? openBucket(story, most, perSecond) : openUnderWay(story, most);
  return {
    for: (exchange, { rate, others }) =>
      isCreate(exchange)
        ? [
            find(`createRate ${rate}`, () => openWindow(story, 'rate', createRate, isFixed)),
            find(`createBurst ${others}`, () => burst(createBurst.value, createRate.value)),
            find(`createOverall ${others}`, () => openWindow(story, 'overall', createOverall, isFixed)),
          ]
        : [
            find(`listRate ${rate}`, () => openWindow(story, 'rate', listRate, isFixed)),
            find(`listBurst ${others}`, () => burst(listBurst.value, listRate.value)),
            find(`listDaily ${others}`, () => openWindow(story, 'daily', listDaily, isByDay)),
          ],
  };
};

interface Rate {
  readonly value: number;
  readonly within: string;
}

/** What came before the trace may have used up anything; in a recording, so may others. */
const isOpen = ({ world, continues }: Story, { answer }: Answered, length: number): boolean =>
  world === undefined || (continues && answer.decidedAt <= length);

const openWindow = (story: Story, kind: Meter['kind'], { value: most, within }: Rate, isFixed: boolean): Meter => {
  const length = ms(within);
  const says = `${most} in ${within} had been let in`;
  if (isFixed) return { ...openStretches(story, most, length), kind, says };
  const counted: Queue<Answered> = openQueue();
  const possible: Queue<Answered> = openQueue();
  const atEnd = story.ground.assumptions['limits.boundary'] === 'counted';
  const isOver = (one: Answered, now: Answered): boolean => {
    const age = story.world === undefined ? now.answer.at - one.at : now.answer.decidedAt - one.answer.decidedAt;
    return atEnd ? age > length : age >= length;
  };
  return {
    kind,
    says,
    isFull: (exchange, how) => {
      if (how === 'possibly' && isOpen(story, exchange, length)) return true;
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
const openStretches = (story: Story, most: number, length: number): Pick<Meter, 'isFull' | 'note'> => {
  const counts = { index: -1, yes: 0, maybe: 0 };
  const enter = ({ answer }: Answered): void => {
    const epoch = (story.epoch ?? 0) + (story.world?.clockSkew ?? 0);
    const index = Math.floor((epoch + answer.decidedAt) / length);
    if (index !== counts.index) Object.assign(counts, { index, yes: 0, maybe: 0 });
  };
  return {
    isFull: (exchange, how) => {
      enter(exchange);
      if (how === 'possibly') return isOpen(story, exchange, length) || counts.yes + counts.maybe >= most;
      return story.world !== undefined && counts.yes >= most;
    },
    note: (exchange, counting) => {
      enter(exchange);
      counts[counting] += 1;
    },
  };
};

/** Thousandths of tokens, as few and as many as there can be; `perSecond` tokens a second are as many thousandths a millisecond. */
const openBucket = (story: Story, most: number, perSecond: number): Meter => {
  const level = { least: story.continues ? 0 : most * 1000, most: most * 1000, at: Number.NaN };
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
      if (story.world === undefined) return how === 'possibly';
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
const openUnderWay = (story: Story, most: number): Meter => {
  let open: { readonly exchange: Answered; readonly counting: Counting }[] = [];
  return {
    kind: 'burst',
    says: `${most} were under way`,
    isFull: ({ answer }, how) => {
      if (story.world === undefined) return how === 'possibly';
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
