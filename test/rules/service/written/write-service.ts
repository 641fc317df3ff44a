import { notification } from '../../../../src/spec/notification.ts';
import type { Assumptions } from '../../../../src/spec/assumptions.ts';
import { ms } from '../../../../src/spec/time.ts';
import type { Entry, EntryOf } from '../../../../src/trace/entry.ts';
import type {
  InitialApplication,
  InitialQuery,
  InitialToken,
  InitialWorld,
} from '../../../../src/trace/initial-world.ts';
import { begins, type CallOptions, completes, create, type Part } from '../../client/write-trace.ts';

/** What traces written by hand tell of the service besides: who may do what, what it remembers, and what is done to it. */

type Action = EntryOf<'action'>['action'];

const application = (id: string): InitialApplication => ({
  id,
  secret: 'x',
  allowlisted: true,
  attached: ['portability', 'reporting', 'submission'],
  scopes: ['orders'],
});

const token = (text: string, id: string, customer: string): InitialToken => ({
  token: text,
  application: id,
  customer,
  scope: 'orders',
  expiresAt: ms('1h'),
});

const usual: InitialWorld = {
  hosts: {
    email: 'https://a.test',
    token: 'https://b.test',
    submission: 'https://s.test',
    reporting: 'https://r.test',
    links: 'https://l.test',
    regions: { 'eu-west-1': 'https://c.test', 'us-east-1': 'https://c2.test', 'us-west-2': 'https://c3.test' },
  },
  applications: [application('app'), application('other')],
  scopes: ['orders', 'rentals'],
  holdings: ['c1', 'c2'].map((customer) => ({ customer, scope: 'orders', records: 3, notifiedAfter: 0 })),
  consents: [
    { application: 'app', customer: 'c1', scope: 'orders', state: 'granted' },
    { application: 'app', customer: 'c2', scope: 'orders', state: 'granted' },
    { application: 'other', customer: 'c1', scope: 'orders', state: 'granted' },
  ],
  tokens: [
    token('t1', 'app', 'c1'),
    token('t2', 'app', 'c2'),
    token('t3', 'app', 'c1'),
    token('o1', 'other', 'c1'),
    { token: 'r1', application: 'app', store: 'reporting', expiresAt: ms('1h') },
    { token: 's1', application: 'app', store: 'submission', expiresAt: ms('1h') },
  ],
};

/**
 * All that is needed is there: tokens `t1` and `t3` of a customer with three records, `t2` of another, `o1` of the first by
 * another application, and `r1` and `s1` for the store APIs. All live for an hour.
 */
export const allowed =
  (other: Partial<InitialWorld> = {}, epoch = '2024-02-29T00:00:00.000Z'): Part =>
  () => [{ kind: 'began', at: 0, epoch, seed: 0, world: { ...usual, ...other } }];

/** Under such readings of open points. */
export const on = (assumptions: Partial<Assumptions>): { readonly assumptions: Partial<Assumptions> } => ({
  assumptions,
});

export const by = (name: string): CallOptions => ({ authorization: `Bearer ${name}` });

/** A query that is under way, and one whose collection is over. */
export const begun = (...parts: readonly Part[]): readonly Part[] => [allowed(), create('0s'), begins('0s'), ...parts];
export const completed = (...parts: readonly Part[]): readonly Part[] => begun(completes('10m'), ...parts);

/** The same query, that was there when the trace began. */
export const there = (state: InitialQuery['state']): InitialQuery => ({
  query: 'q1',
  application: 'app',
  customer: 'c1',
  scope: 'orders',
  region: 'eu-west-1',
  state,
});

export const acts =
  (at: string, action: Action): Part =>
  () => [{ kind: 'action', at: ms(at), action, place: '' }];

type AnswerEntry = EntryOf<'answer'>;

const inAnswer =
  (part: Part, more: Partial<AnswerEntry>): Part =>
  (number) =>
    part(number).map((entry): Entry => (entry.kind === 'answer' ? { ...entry, ...more } : entry));

/** The service says since when it remembers this answer. */
export const remembered = (since: string, part: Part): Part => inAnswer(part, { rememberedSince: ms(since) });

/** A scenario had it answer so. */
export const injected = (part: Part): Part => inAnswer(part, { injected: true });

/** It was decided earlier than it was sent, when the trace had so many entries. */
export const decided = (at: string, entries: number, part: Part): Part =>
  inAnswer(part, { decided: { at: ms(at), entries } });

/** The application takes a notification later than it was sent. */
export const taken =
  (at: string, number: number): Part =>
  () => [{ kind: 'delivered', at: ms(at), notification: number, status: 200 }];

/** The answer comes in more than a moment: until then the call is under way. */
export const arrives =
  (at: string, part: Part): Part =>
  (number) => [...part(number), { kind: 'arrived', at: ms(at), exchange: number }];

export interface Told {
  readonly subject?: string;
  readonly id?: string;
  readonly version?: string;
  readonly says?: string;
  /** How long its body is made. */
  readonly bytes?: number;
  readonly region?: 'eu-west-1' | 'us-east-1';
  readonly application?: string;
  /** The region whose endpoint it is brought to. */
  readonly endpoint?: 'eu-west-1' | 'us-east-1';
}

/** A notification as the interface shows it, but for what is told, and how the application answers, if it does. */
export const announced =
  (at: string, status: 'COMPLETED' | 'CANCELED', told: Told = {}, answered?: number): Part =>
  (number) => {
    const { subject = notification.subject, id = 'q1', version = notification.version, says = status } = told;
    const { region = 'eu-west-1', application: to, endpoint, bytes = 0 } = told;
    const message = JSON.stringify({ id, version, status: says });
    const body = JSON.stringify({ Subject: subject, Message: message }).padEnd(bytes);
    const sent = { query: 'q1', status, region, body, ...(to !== undefined && { application: to }) };
    const heard: readonly Entry[] =
      answered === undefined
        ? []
        : [{ kind: 'delivered', at: ms(at), notification: number, status: answered, ...(endpoint && { endpoint }) }];
    return [{ kind: 'notification', at: ms(at), notification: number, ...sent }, ...heard];
  };
