import { short } from '../../trace/short.ts';
import { shortTime } from '../../picture/ruler.ts';
import type { LinkPage, Query, Token } from './answers.ts';
import type { Facts } from './use-live.ts';

interface WorldTabProps {
  readonly facts: Facts | undefined;
  readonly elapsed: number;
}

/** What the service knows that has a life of its own, and how much is left of it. */
export const WorldTab = ({ facts, elapsed }: WorldTabProps) => {
  if (facts === undefined) return <p class="quiet">The world is being read …</p>;
  const since = Math.max(0, elapsed - facts.elapsed);
  const { tokens, queries, links } = facts;
  return (
    <>
      <Lives
        title="Queries"
        none="No query has been created."
        rows={queries.toReversed().map(rowOfQuery)}
        since={since}
      />
      <Lives title="Tokens" none="There are no tokens." rows={tokens.toReversed().map(rowOfToken)} since={since} />
      <Lives title="Links" none="No links were handed out." rows={links.toReversed().map(rowOfLinks)} since={since} />
    </>
  );
};

interface Row {
  readonly name: string;
  readonly tells: string;
  readonly state: string;
  readonly tone: 'fine' | 'waiting' | 'refused' | 'over';
  /** Undefined where nothing counts. */
  readonly livesFor: number | undefined;
}

const rowOfQuery = ({ id, customerId, scope, region, state, because, livesFor }: Query): Row => ({
  name: short(id),
  tells: `${customerId} · ${scope} · ${region}`,
  state: because ?? { inProgress: 'in progress', completed: 'completed', canceled: 'canceled' }[state],
  tone: ({ inProgress: 'waiting', completed: 'fine', canceled: 'refused' } as const)[state],
  livesFor,
});

const rowOfToken = ({ application, store, customer, scope, revoked, livesFor }: Token): Row => ({
  name: store ?? customer ?? application,
  tells: [scope, application].filter((part) => part !== undefined && part !== '').join(' · '),
  state: revoked ? 'revoked' : livesFor > 0 ? 'lives' : 'expired',
  tone: revoked ? 'refused' : livesFor > 0 ? 'fine' : 'over',
  livesFor: revoked ? undefined : livesFor,
});

const rowOfLinks = ({ exchange, query, files, livesFor }: LinkPage): Row => ({
  name: `${files} ${files === 1 ? 'file' : 'files'}`,
  tells: `of query ${short(query)} · exchange ${exchange}`,
  state: livesFor > 0 ? 'usable' : 'expired',
  tone: livesFor > 0 ? 'fine' : 'over',
  livesFor,
});

const most = 100;

interface LivesProps {
  readonly title: string;
  readonly none: string;
  /** Newest first. */
  readonly rows: readonly Row[];
  /** Virtual milliseconds since they were read. */
  readonly since: number;
}

const Lives = ({ title, none, rows, since }: LivesProps) => (
  <section class="lives" aria-label={title}>
    <h3>
      {title} {rows.length > 0 && <span class="count">{String(rows.length)}</span>}
    </h3>
    {rows.length === 0 ? (
      <p class="quiet">{none}</p>
    ) : (
      <ul>
        {rows.slice(0, most).map(({ name, tells, state, tone, livesFor }) => {
          const left = livesFor === undefined ? undefined : Math.max(0, livesFor - since);
          return (
            <li>
              <span class="life-name">{name}</span>
              <span class={`badge ${tone}`}>{state}</span>
              <span class="life-left">
                {left === undefined || left === 0 ? '' : `${shortTime(Math.ceil(left / 1000) * 1000)} left`}
              </span>
              <span class="quiet life-tells">{tells}</span>
            </li>
          );
        })}
      </ul>
    )}
    {rows.length > most && <p class="quiet">and {String(rows.length - most)} older ones</p>}
  </section>
);
