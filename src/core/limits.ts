import type { ErrorName } from '../spec/errors.ts';
import type { LimitName } from '../spec/limits.ts';
import type { Section } from '../spec/sections.ts';
import { ms } from '../spec/time.ts';
import type { PortabilityOperation } from './routes.ts';
import * as counters from './counters.ts';
import type { Turn } from './turn.ts';
import { key } from './world.ts';

/** Rates, bursts and quotas: "Exceeding the above: HTTP 429". (Limits, interface C) */

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

type BurstMeter = Extract<Meter, { kind: 'burst' }>;

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
  | { readonly admitted: false; readonly usage: Usage; readonly refuses: ErrorName; readonly wait: number };

/** Counts a request against its limits, or finds the first that refuses it. Costs the same however full they are. */
export const throttle = (turn: Turn, asking: Asking): Verdict => {
  const { assumptions } = turn.world.settings;
  const gauges = meters[asking.operation].map((meter) => openGauge(turn, meter, asking));
  const exceeded = gauges.find((gauge) => gauge.wait() !== 0);
  const counts = exceeded === undefined || assumptions['limits.throttledCounts'] === 'counted';
  if (counts) for (const gauge of gauges) gauge.note(exceeded === undefined);
  const usage = Object.fromEntries(gauges.map((gauge) => [gauge.meter.limit, gauge.used()]));
  if (exceeded === undefined) return { admitted: true, usage };
  return { admitted: false, usage, refuses: chooseRow(turn, exceeded.meter), wait: exceeded.wait() };
};

/** An answer has arrived, or never will: its request is no longer under way. */
export const close = ({ world }: Turn, exchange: number): void => {
  const counter = world.counters.get(world.open.get(exchange) ?? '');
  world.open.delete(exchange);
  if (counter?.kind === 'open') counter.count -= 1;
};

const chooseRow = (turn: Turn, { kind, refuses }: Meter): ErrorName => {
  turn.assume('limits.who');
  turn.assume('limits.throttledCounts');
  turn.assume(kind === 'day' ? 'limits.quotaReset' : kind === 'burst' ? 'limits.burst' : 'limits.window');
  return turn.assume('limits.errorRow') === 'one-row' ? 'tooManyRequests' : refuses;
};

/** One limit as it stands for one caller. */
interface Gauge {
  readonly meter: Meter;
  wait(): number;
  note(admitted: boolean): void;
  used(): number;
}

const openGauge = (turn: Turn, meter: Meter, asking: Asking): Gauge => {
  const { assumptions } = turn.world.settings;
  const { scopeId, clientId } = asking;
  const shared = assumptions['limits.who'] === 'per-application' ? [clientId] : sharers[meter.share](clientId, scopeId);
  const name = key('limit', meter.limit, ...shared);
  if (meter.kind === 'burst') {
    const inFlight = assumptions['limits.burst'] === 'in-flight';
    const { value: most } = turn.world.settings.limits[meter.limit];
    return inFlight ? gaugeOpen(turn, meter, name, most, asking.exchange) : gaugeBucket(turn, meter, name, most);
  }
  const byStretch =
    meter.kind === 'day'
      ? assumptions['limits.quotaReset'] === 'midnight-utc'
      : assumptions['limits.window'] === 'fixed';
  const { value: most, within } = turn.world.settings.limits[meter.limit];
  const window = { most, length: ms(within) };
  return byStretch ? gaugeStretch(turn, meter, name, window) : gaugeRing(turn, meter, name, window);
};

const sharers = {
  scope: (_clientId: string, scopeId: string) => [scopeId],
  applicationAndScope: (clientId: string, scopeId: string) => [clientId, scopeId],
} as const;

const gaugeRing = (turn: Turn, meter: Meter, name: string, window: counters.Window): Gauge => {
  const ring = counterOf(turn, name, { kind: 'ring', times: [], next: 0 });
  const atEnd = turn.world.settings.assumptions['limits.boundary'] === 'counted';
  return {
    meter,
    wait: () => {
      if (ring.times[ring.next] === turn.now - window.length) turn.assume('limits.boundary');
      return counters.waitInRing(ring, turn.now, window, atEnd);
    },
    note: () => counters.noteInRing(ring, turn.now, window),
    used: () => counters.usedInRing(ring, turn.now, window, atEnd),
  };
};

const gaugeStretch = (turn: Turn, meter: Meter, name: string, window: counters.Window): Gauge => {
  const stretch = counterOf(turn, name, counters.openStretch(turn.now, window));
  return {
    meter,
    wait: () => counters.waitInStretch(stretch, turn.now, window),
    note: () => counters.noteInStretch(stretch, turn.now, window),
    used: () => counters.usedInStretch(stretch, turn.now, window),
  };
};

const gaugeBucket = (turn: Turn, meter: BurstMeter, name: string, most: number): Gauge => {
  const perSecond = turn.world.settings.limits[refills[meter.limit]].value;
  const bucket = counterOf(turn, name, { kind: 'bucket', level: most * 1000, at: turn.now });
  counters.fillBucket(bucket, turn.now, most, perSecond);
  return {
    meter,
    wait: () => counters.waitAtBucket(bucket, perSecond),
    note: () => counters.takeFromBucket(bucket),
    used: () => most - Math.floor(bucket.level / 1000),
  };
};

/** "Up to 5 concurrent requests": those admitted whose answers have not arrived. */
const gaugeOpen = (turn: Turn, meter: BurstMeter, name: string, most: number, exchange: number | undefined): Gauge => {
  const open = counterOf(turn, name, { kind: 'open', count: 0 });
  return {
    meter,
    wait: () => (open.count < most ? 0 : unknownWait),
    note: (admitted) => {
      if (!admitted || exchange === undefined) return;
      open.count += 1;
      turn.world.open.set(exchange, name);
    },
    used: () => open.count,
  };
};

const counterOf = <Kind extends counters.Counter>({ world }: Turn, name: string, fresh: Kind): Kind => {
  const known = world.counters.get(name);
  if (known?.kind === fresh.kind) return known as Kind;
  world.counters.set(name, fresh);
  return fresh;
};
