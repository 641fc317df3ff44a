import { partsOf } from '../core/key.ts';
import type { Consent, Mail, RegionOutage, Query, World } from '../core/world.ts';
import type { Api } from '../spec/hosts.ts';
import type { Region } from '../spec/regions.ts';
import type { StoreFamily } from '../spec/scopes.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import { type LimitName, limitNames, type Limits } from '../spec/limits.ts';
import type { Duration, Instant } from '../spec/time.ts';
import type { ServiceFaultName } from '../spec/faults.ts';

/** All that the simulated service knows, as it is now: plain data to be read in assertions. Instants are milliseconds of virtual time, by the service's clock. */
export interface WorldView {
  readonly applications: readonly {
    readonly id: string;
    readonly allowlisted: boolean;
    readonly attached: readonly Api[];
    readonly scopes: readonly string[];
  }[];
  readonly customers: readonly { readonly id: string; readonly scopes: readonly string[]; readonly onHold: boolean }[];
  readonly consents: readonly ({
    readonly application: string;
    readonly customer: string;
    readonly scope: string;
  } & Consent)[];
  readonly tokens: readonly TokenView[];
  readonly queries: readonly Query[];
  /** Answers that are kept for five minutes. */
  readonly remembered: readonly { readonly status: number; readonly row?: string; readonly answeredAt: Instant }[];
  /** E-mails accepted so far. (Interface A) */
  readonly outbox: readonly Mail[];
  readonly serviceFaults: readonly { readonly fault: ServiceFaultName; readonly until: Instant | undefined }[];
  readonly outages: readonly ({ readonly region: Region } & RegionOutage)[];
  /** What it goes by: how much and how long, and how the open points were decided. */
  readonly limits: Readonly<Record<LimitName, number | Duration>>;
  readonly assumptions: Assumptions;
}

/** A token without its text, which is a secret. */
interface TokenView {
  readonly application: string;
  readonly expiresAt: Instant;
  readonly revoked: boolean;
  /** For tokens of interface B. */
  readonly store?: StoreFamily;
  /** For tokens of interface C. */
  readonly customer?: string;
  readonly scope?: string;
}

export const viewWorld = (world: World): WorldView => ({
  applications: [...world.applications.values()].map(({ clientId, allowlisted, attached, scopes }) => ({
    id: clientId,
    allowlisted,
    attached: [...attached],
    scopes: [...scopes],
  })),
  customers: viewCustomers(world),
  consents: [...world.consents].map(([name, consent]) => {
    const [application = '', customer = '', scope = ''] = partsOf(name);
    return { application, customer, scope, ...consent };
  }),
  tokens: [...world.tokens.values()].map((token) => {
    const { clientId: application, expiresAt, revoked } = token;
    const base = { application, expiresAt, revoked };
    if (token.kind === 'store') return { ...base, store: token.store };
    return { ...base, customer: token.customerId, scope: token.scope };
  }),
  queries: [...world.queries.values()],
  remembered: [...world.memory.values()].map(({ answer, reason: { row }, answeredAt }) => ({
    status: answer.status,
    ...(row !== undefined && { row }),
    answeredAt,
  })),
  outbox: [...world.outbox],
  serviceFaults: [...world.serviceFaults].map(([fault, until]) => ({ fault, until })),
  outages: [...world.outages].map(([region, outage]) => ({ region, ...outage })),
  limits: viewLimits(world.settings.limits),
  assumptions: world.settings.assumptions,
});

const viewLimits = (limits: Limits): WorldView['limits'] => {
  const values = limitNames.map((name) => [name, limits[name].value] as const);
  return Object.fromEntries(values) as WorldView['limits'];
};

const viewCustomers = ({ holdings, accountsOnHold }: World): WorldView['customers'] => {
  const scopes = new Map<string, string[]>();
  for (const { customerId, scope } of holdings.values())
    scopes.set(customerId, [...(scopes.get(customerId) ?? []), scope]);
  return [...scopes].map(([id, held]) => ({ id, scopes: held, onHold: accountsOnHold.has(id) }));
};
