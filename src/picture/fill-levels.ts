import type { EntryOf } from '../trace/entry.ts';
import { type LimitName, limitNames } from '../spec/limits.ts';
import { ms } from '../spec/time.ts';
import { applicationsIn } from '../trace/initial-world.ts';
import type { ApplicationOf } from './tokens.ts';
import { endOf, type Exchange, type Scene } from './scene.ts';

/** A limit as one caller meets it. */
interface Gauge {
  readonly key: string;
  readonly limit: LimitName;
  readonly of: number;
  /** When what was counted is forgotten again, soonest first; what lies before `first` is forgotten. */
  readonly leaves: number[];
  first: number;
}

/**
 * A lane for each limit and scope. How full it was at a request, the answer tells; in between, what was counted leaves again:
 * of a rate once its stretch of time has passed, of requests at once when the answer has arrived.
 */
export const drawLimits = (scene: Scene, applicationOf: ApplicationOf): void => {
  const { entries, exchanges, end } = scene;
  const areSeveral = applicationsIn(entries).size > 1;
  const gauges = new Map<string, Gauge>();
  for (const one of entries) {
    if (one.kind !== 'answer' || one.usage === undefined) continue;
    const exchange = exchanges.get(one.exchange);
    if (exchange === undefined) continue;
    const scope = scopeOf(exchange);
    const whose = areSeveral ? `${applicationOf(exchange) ?? 'unknown'}/${scope}` : scope;
    for (const limit of limitNames) {
      const used = one.usage[limit];
      if (used !== undefined) count(scene, gaugeOf(scene, gauges, limit, whose), exchange, one, used);
    }
  }
  for (const gauge of gauges.values()) forget(scene, gauge, end);
};

const scopeOf = ({ request: { request } }: Exchange): string =>
  /^[a-z]+:\/\/[^/]*(?:\/[^/]+)*?\/([^/]+)\/data-queries/.exec(request.url)?.[1] ?? 'unknown';

const gaugeOf = ({ limits }: Scene, gauges: Map<string, Gauge>, limit: LimitName, whose: string): Gauge => {
  const key = `${limit}/${whose}`;
  const known = gauges.get(key);
  if (known !== undefined) return known;
  const gauge = { key, limit, of: Number(limits[limit].value), leaves: [], first: 0 };
  gauges.set(key, gauge);
  return gauge;
};

const count = (scene: Scene, gauge: Gauge, exchange: Exchange, answer: EntryOf<'answer'>, used: number): void => {
  const at = answer.decided?.at ?? answer.at;
  forget(scene, gauge, at);
  const { leaves } = gauge;
  const row = scene.limits[gauge.limit];
  const leavesAt = row.kind === 'rate' ? at + ms(row.within) : Math.max(at, endOf(exchange, scene.end));
  // What the answer says is true, whoever else was counted: those before the trace began are forgotten at the latest with it.
  while (leaves.length - gauge.first > used) gauge.first += 1;
  while (leaves.length - gauge.first < used) leaves.push(leavesAt);
  if (row.kind !== 'rate') {
    leaves.splice(0, gauge.first);
    leaves.sort((one, other) => one - other);
    gauge.first = 0;
  }
  show(scene, gauge, at);
};

const forget = (scene: Scene, gauge: Gauge, now: number): void => {
  const { leaves } = gauge;
  for (let next = leaves[gauge.first]; next !== undefined && next <= now; next = leaves[gauge.first]) {
    while (leaves[gauge.first] === next) gauge.first += 1;
    show(scene, gauge, next);
  }
};

const show = ({ lanes }: Scene, { key, limit, of, leaves, first }: Gauge, at: number): void =>
  lanes.level(key, `${limit} ${key.slice(limit.length + 1)}`, of, { at, used: leaves.length - first });
