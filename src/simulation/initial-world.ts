import { partsOf } from '../core/key.ts';
import type { Query, World } from '../core/world.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import { limitNames } from '../spec/limits.ts';
import { newestProfile, profiles } from '../spec/profiles.ts';
import type { Instant } from '../spec/time.ts';
import type { SimulateOptions } from './options.ts';
import type { InitialConsent, InitialQuery, InitialToken, InitialWorld } from '../trace/initial-world.ts';

/** The world at the beginning of a trace, which is at `epoch` by the service's clock; one that goes on `from` another was saved by another simulation. */
export const describeInitialWorld = (
  world: World,
  epoch: Instant,
  { from, latency }: Pick<SimulateOptions, 'from' | 'latency'>,
  clockSkew?: number,
): InitialWorld => {
  const queries = [...world.queries.values()].map((query) => describeQuery(query, epoch));
  const onHold = [...world.accountsOnHold];
  return {
    ...(from !== undefined && { continues: true }),
    hosts: world.settings.addresses,
    ...(latency !== undefined && { latency }),
    ...(clockSkew !== undefined && { clockSkew }),
    ...describeDecided(world.settings),
    applications: [...world.applications.values()].map(({ clientId, clientSecret, allowlisted, attached, scopes }) => ({
      id: clientId,
      secret: clientSecret,
      allowlisted,
      attached: [...attached],
      scopes: [...scopes],
    })),
    scopes: [...world.scopes],
    holdings: world.settings.holdings.map(({ customerId, scope, records, notifiedAfter }) => ({
      customer: customerId,
      scope,
      records,
      notifiedAfter,
    })),
    ...(onHold.length > 0 && { onHold }),
    consents: describeConsents(world, epoch),
    tokens: [...world.tokens.keys()].map((text) => describeToken(world, text, epoch)),
    ...(queries.length > 0 && { queries }),
  };
};

/** Usual is what the newest interfaces have. Most worlds have that itself, and nothing is to be compared. */
const describeDecided = ({ assumptions, limits }: World['settings']): Pick<InitialWorld, 'assumptions' | 'limits'> => {
  const usual = profiles[newestProfile];
  const chosen =
    assumptions === usual.assumptions
      ? []
      : Object.entries(assumptions).filter(([id, value]) => usual.assumptions[id as AssumptionId] !== value);
  const set =
    limits === usual.limits
      ? []
      : limitNames
          .filter((name) => limits[name].value !== usual.limits[name].value)
          .map((name) => [name, limits[name].value]);
  return {
    ...(chosen.length > 0 && { assumptions: Object.fromEntries(chosen) }),
    ...(set.length > 0 && { limits: Object.fromEntries(set) }),
  };
};

const describeConsents = ({ consents }: World, epoch: Instant): readonly InitialConsent[] =>
  [...consents].map(([name, consent]) => {
    const [application = '', customer = '', scope = ''] = partsOf(name);
    const until = consent.state === 'granted' ? consent.until : undefined;
    return {
      application,
      customer,
      scope,
      state: consent.state,
      ...(until !== undefined && { until: until - epoch }),
    };
  });

/** A token that was given to an application behind the scenes. Times are since `epoch`. */
export const describeToken = (world: World, text: string, epoch: Instant): InitialToken => {
  const token = world.tokens.get(text);
  if (token === undefined) throw new Error('there is no such token');
  const { clientId, expiresAt, revoked, lacks, garbled } = token;
  const family = token.kind === 'customer' ? world.families.get(token.family) : undefined;
  return {
    token: text,
    ...(family !== undefined && { refreshToken: family.refreshToken }),
    application: clientId,
    ...(token.kind === 'customer' ? { customer: token.customerId, scope: token.scope } : { store: token.store }),
    expiresAt: expiresAt - epoch,
    ...(revoked && { revoked }),
    ...(lacks.length > 0 && { lacks }),
    ...(garbled && { garbled }),
  };
};

const describeQuery = (query: Query, epoch: Instant): InitialQuery => {
  const { id, clientId, customerId, scope, region, state } = query;
  const notice = query.state === 'inProgress' || query.notice.state === 'due' ? undefined : query.notice;
  return {
    query: id,
    application: clientId,
    customer: customerId,
    scope,
    region,
    state,
    ...(notice !== undefined && { sentAt: notice.sentAt - epoch }),
    ...(notice?.state === 'accepted' && { acceptedAt: notice.acceptedAt - epoch }),
  };
};
