import type { ErrorName } from '../spec/errors.ts';
import { keepByText, keptByText } from '../spec/kept-by-text.ts';
import type { LimitName } from '../spec/limits.ts';
import type { Section } from '../spec/sections.ts';
import { ms } from '../spec/time.ts';
import type { PortabilityOperation } from './routes.ts';
import * as counters from './counters.ts';
import type { Turn } from './turn.ts';
import { key } from './key.ts';
import type { World } from './world.ts';

/* Rates, bursts and quotas: "Exceeding the above: HTTP 429". (Limits, interface C) */

export const limitSection: Section = 'Limits, interface C';

type Rate = 'createRate' | 'createOverall' | 'listRate' | 'listDaily';
type Burst = 'createBurst' | 'listBurst';

type Meter = (
  | { readonly kind: 'window' | 'day'; readonly limit: Rate }
  | { readonly kind: 'burst'; readonly limit: Burst }
) & {
  /** Who shares the limit, as the document states it or, where it does not, as `limits.who` takes it. */
  readonly share: 'scope' | 'applicationAndScope';
  readonly refuses: ErrorName;
};

/** Milliseconds that are named where nobody can tell how long it takes. */
export const unknownWait = 1000;

/** The limits of an operation, in the order in which they refuse. */
const meters = {
  createDataQuery: [
    { limit: 'createRate', kind: 'window', share: 'scope', refuses: 'scopeThrottled' },
    { limit: 'createBurst', kind: 'burst', share: 'applicationAndScope', refuses: 'tooManyRequests' },
    { limit: 'createOverall', kind: 'window', share: 'applicationAndScope', refuses: 'tooManyRequests' },
  ],
  listDataQueryRecords: [
    { limit: 'listRate', kind: 'window', share: 'scope', refuses: 'scopeThrottled' },
    { limit: 'listBurst', kind: 'burst', share: 'applicationAndScope', refuses: 'tooManyRequests' },
    { limit: 'listDaily', kind: 'day', share: 'applicationAndScope', refuses: 'quotaExceeded' },
  ],
} as const satisfies Record<PortabilityOperation, readonly Meter[]>;

/** The rate at which a bucket of each burst is refilled. */
const refills = { createBurst: 'createRate', listBurst: 'listRate' } as const;

/** Who asks for what, as far as limits tell callers apart. */
export interface Asking {
  readonly operation: PortabilityOperation;
  readonly scopeId: string;
  /** Empty when the caller is nobody known. */
  readonly clientId: string;
  readonly exchange: number | undefined;
}

/** How full each limit is, once the request has been counted or refused. */
export type Usage = Readonly<Partial<Record<LimitName, number>>>;

export type Verdict =
  | { readonly admitted: true; readonly usage: Usage }
  /** `wait` is how many milliseconds it takes until the limit that refuses would admit one more. */
  | {
      readonly admitted: false;
      readonly usage: Usage;
      readonly limit: LimitName;
      readonly refuses: ErrorName;
      readonly wait: number;
    };

/** Counts a request against its limits, or finds the first that refuses it. Costs the same however full they are. */
export const throttle = (turn: Turn, asking: Asking): Verdict => {
  const { assumptions } = turn.world.settings;
  const names = countersOf(asking, assumptions['limits.who'] === 'per-application');
  const gauges = meters[asking.operation].map((meter, index) => openGauge(turn, meter, names[index] as string));
  const exceeded = gauges.find((gauge) => waitAt(turn, gauge) !== 0);
  const counts = exceeded === undefined || assumptions['limits.throttledCounts'] === 'counted';
  if (counts) for (const gauge of gauges) note(turn, gauge, exceeded === undefined ? asking.exchange : undefined);
  const usage: Partial<Record<LimitName, number>> = {};
  for (const gauge of gauges) usage[gauge.meter.limit] = usedOf(turn, gauge);
  if (exceeded === undefined) return { admitted: true, usage };
  const { limit } = exceeded.meter;
  return { admitted: false, usage, limit, refuses: chooseRow(turn, exceeded.meter), wait: waitAt(turn, exceeded) };
};

/** An answer has arrived, or never will: its request is no longer under way. Most were counted by nobody. */
export const close = ({ counters: all, open }: World, exchange: number): void => {
  const name = open.get(exchange);
  if (name === undefined) return;
  (all.get(name) as counters.Open).count -= 1;
  open.delete(exchange);
};

const chooseRow = (turn: Turn, { kind, refuses }: Meter): ErrorName => {
  turn.assume('limits.who');
  turn.assume('limits.throttledCounts');
  turn.assume(kind === 'day' ? 'limits.quotaReset' : kind === 'burst' ? 'limits.burst' : 'limits.window');
  return turn.assume('limits.errorRow') === 'one-row' ? 'tooManyRequests' : refuses;
};

/** One limit as it stands for one caller. */
type Gauge = { readonly meter: Meter } & (
  | { readonly kind: 'ring'; readonly counter: counters.Ring; readonly window: counters.Window }
  | { readonly kind: 'stretch'; readonly counter: counters.Stretch; readonly window: counters.Window }
  | { readonly kind: 'bucket'; readonly counter: counters.Bucket; readonly most: number; readonly perSecond: number }
  /** "Up to 5 concurrent requests": those admitted whose answers have not arrived. `name` is the counter's. */
  | { readonly kind: 'open'; readonly counter: counters.Open; readonly most: number; readonly name: string }
);

const sharers = {
  scope: (_clientId: string, scopeId: string) => [scopeId],
  applicationAndScope: (clientId: string, scopeId: string) => [clientId, scopeId],
} as const;

const namesBy = keptByText((_clientId) => keepByText<readonly string[]>());

/** The names of an operation's counters, in the order of its meters. */
const countersOf = ({ operation, clientId, scopeId }: Asking, isPerApplication: boolean): readonly string[] =>
  namesBy(clientId)(key(operation, isPerApplication ? 'alone' : 'shared', scopeId), () =>
    meters[operation].map(({ limit, share }) =>
      key('limit', limit, ...(isPerApplication ? [clientId] : sharers[share](clientId, scopeId))),
    ),
  );

const openGauge = (turn: Turn, meter: Meter, name: string): Gauge => {
  const { settings } = turn.world;
  const { assumptions } = settings;
  if (meter.kind === 'burst') {
    const { value: most } = settings.limits[meter.limit];
    if (assumptions['limits.burst'] === 'in-flight') {
      return { kind: 'open', meter, counter: counterOf(turn, name, { kind: 'open', count: 0 }), most, name };
    }
    const perSecond = settings.limits[refills[meter.limit]].value;
    const bucket = counterOf(turn, name, { kind: 'bucket', level: most * 1000, at: turn.now });
    counters.fillBucket(bucket, turn.now, most, perSecond);
    return { kind: 'bucket', meter, counter: bucket, most, perSecond };
  }
  const { value: most, within } = settings.limits[meter.limit];
  const window = { most, length: ms(within) };
  const byStretch =
    meter.kind === 'day'
      ? assumptions['limits.quotaReset'] === 'midnight-utc'
      : assumptions['limits.window'] === 'fixed';
  return byStretch
    ? { kind: 'stretch', meter, counter: counterOf(turn, name, counters.openStretch(turn.now, window)), window }
    : { kind: 'ring', meter, counter: counterOf(turn, name, { kind: 'ring', times: [], next: 0 }), window };
};

const atEndOf = (turn: Turn): boolean => turn.world.settings.assumptions['limits.boundary'] === 'counted';

/** Milliseconds until one more is admitted. */
const waitAt = (turn: Turn, gauge: Gauge): number => {
  const { now } = turn;
  switch (gauge.kind) {
    case 'ring': {
      const { counter, window } = gauge;
      if (counter.times[counter.next] === now - window.length) turn.assume('limits.boundary');
      return counters.waitInRing(counter, now, window, atEndOf(turn));
    }
    case 'stretch':
      return counters.waitInStretch(gauge.counter, now, gauge.window);
    case 'bucket':
      return counters.waitAtBucket(gauge.counter, gauge.perSecond);
    case 'open':
      return gauge.counter.count < gauge.most ? 0 : unknownWait;
  }
};

/** Counts a request. `underWay` is its exchange, where that has been admitted and is to be closed. */
const note = ({ world, now }: Turn, gauge: Gauge, underWay: number | undefined): void => {
  switch (gauge.kind) {
    case 'ring':
      return counters.noteInRing(gauge.counter, now, gauge.window);
    case 'stretch':
      return counters.noteInStretch(gauge.counter, now, gauge.window);
    case 'bucket':
      return counters.takeFromBucket(gauge.counter);
    case 'open':
      if (underWay !== undefined) admitTo(world, gauge, underWay);
  }
};

const admitTo = (world: World, { counter, name }: Extract<Gauge, { kind: 'open' }>, exchange: number): void => {
  counter.count += 1;
  world.open.set(exchange, name);
};

const usedOf = (turn: Turn, gauge: Gauge): number => {
  const { now } = turn;
  switch (gauge.kind) {
    case 'ring':
      return counters.usedInRing(gauge.counter, now, gauge.window, atEndOf(turn));
    case 'stretch':
      return counters.usedInStretch(gauge.counter, now, gauge.window);
    case 'bucket':
      return gauge.most - Math.floor(gauge.counter.level / 1000);
    case 'open':
      return gauge.counter.count;
  }
};

const counterOf = <Kind extends counters.Counter>({ world }: Turn, name: string, fresh: Kind): Kind => {
  const known = world.counters.get(name);
  if (known?.kind === fresh.kind) return known as Kind;
  world.counters.set(name, fresh);
  return fresh;
};
