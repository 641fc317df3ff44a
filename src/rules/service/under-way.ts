import type { History, Query, Timestamp } from '../history.ts';
import { groupBy, join, readOnce } from '../history/selectors.ts';
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
  return lives;
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

/** The last of a slot's lives that collects right before a turn; that of an exchange does not count. */
export const findUnderWay = (history: History, slot: string, turn: number, except?: number): Life | undefined =>
  bySlot(history)
    .get(slot)
    ?.findLast(({ begun, ended, by }) => begun.turn < turn && (ended?.turn ?? turn) >= turn && by !== except);

/** Without the service's own account of its states, a recording leaves them open. */
export const statesUnknown = 'the trace does not tell the states of queries';
