import type { History, Query, Timestamp } from '../history.ts';
import { firstBeyond, groupBy, join, readOnce } from '../history/selectors.ts';
import { tokenOf } from './portability.ts';

/** A query as the rules about states see it. */
export interface Life {
  readonly query: Query;
  readonly customer: string;
  readonly scope: string;
  /** The application that asked for it, where it can be told. */
  readonly application: string | undefined;
  /** What may have only one query under way: a customer and a scope, whichever application asks. */
  readonly slot: string;
  readonly begun: Timestamp;
  readonly ended: Timestamp | undefined;
  /** The exchange that began it. */
  readonly by: number | undefined;
}

const beginning: Timestamp = { at: 0, turn: -1 };

/** The lives of all queries whose beginning is known, in the order in which they began. */
export const readLives = readOnce((history): readonly Life[] => {
  const lives: Life[] = [];
  for (const query of history.queries.values()) {
    const { initially, begun, begunBy } = query;
    const of = begun ?? initially;
    if (of === undefined) continue;
    const { customer, scope } = of;
    const exchange = begunBy === undefined ? undefined : history.exchange(begunBy);
    const application = initially?.application ?? (exchange && tokenOf(history, exchange)?.application);
    lives.push({
      query,
      customer,
      scope,
      application,
      slot: nameSlot(history, { customer, scope, application }),
      begun: begun ?? beginning,
      ended: query.ended ?? (isFinal(query) ? beginning : undefined),
      by: begunBy,
    });
  }
  return lives.sort((one, other) => one.begun.turn - other.begun.turn);
});

const isFinal = ({ initially }: Query): boolean => initially !== undefined && initially.state !== 'inProgress';

export const nameSlot = (
  { context }: History,
  { customer, scope, application }: Pick<Life, 'customer' | 'scope' | 'application'>,
): string => {
  const isShared = context.assumptions['query.acrossApplications'] === 'all-applications';
  return isShared ? join(customer, scope) : join(customer, scope, application ?? '');
};

/** Lives by what they take the place of, in the order in which they began. */
export const bySlot = readOnce((history) => groupBy(readLives(history), ({ slot }) => slot));

/** Whether it collected right before a turn. */
const isUnderWay = ({ begun, ended }: Life, turn: number): boolean =>
  begun.turn < turn && (ended === undefined || ended.turn >= turn);

/** The last of a slot's lives that collects right before a turn; that of an exchange does not count. */
export const findUnderWay = (history: History, slot: string, turn: number, except?: number): Life | undefined => {
  const known = slots(history).get(slot);
  if (known === undefined) return undefined;
  const { lives, begun, lastEnd } = known;
  for (let at = firstBeyond(begun, turn - 1) - 1; at >= 0 && (lastEnd[at] as number) >= turn; at--) {
    const life = lives[at] as Life;
    if (isUnderWay(life, turn) && life.by !== except) return life;
  }
  return undefined;
};

/** Of each slot the turns in which its lives began, and of each life when it and all before it were over. */
const slots = readOnce((history) => {
  const read = ([slot, lives]: readonly [string, readonly Life[]]) => {
    let last = 0;
    const lastEnd = lives.map(({ ended }) => (last = Math.max(last, ended?.turn ?? Number.POSITIVE_INFINITY)));
    return [slot, { lives, begun: lives.map(({ begun }) => begun.turn), lastEnd }] as const;
  };
  return new Map([...bySlot(history)].map(read));
});

/** Without the service's own account of its states, a recording leaves them open. */
export const statesUnknown = 'the trace does not tell the states of queries';
