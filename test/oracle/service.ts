import type { Action } from '../../src/core/action.ts';
import { type Input, step } from '../../src/core/step.ts';
import type { Due, SentNotification } from '../../src/core/turn.ts';
import type { WireAnswer, WireRequest } from '../../src/core/wire.ts';
import { createWorld, type World } from '../../src/core/world.ts';
import { defaultAssumptions } from '../../src/spec/assumptions.ts';
import { limits } from '../../src/spec/limits.ts';
import type { Event } from './reference/events.ts';
import { isRequest } from './reference/events.ts';
import type { Settings } from './reference/settings.ts';
import { hosts, writeRequest } from './write-request.ts';

/*
 * The oracle: a second service, in `reference/`, beside the core, and the search for a history on which they differ.
 *
 * Two services stand side by side on purpose. The core is a state machine that keeps its world as it goes; the reference keeps
 * nothing but what has happened, and works each answer out anew from the whole of it, as the interfaces put it. It was written
 * from the interfaces alone and shares no code with the core but the names of inputs, so that a mistake has to be made twice, in
 * two ways of thinking, to go unseen. It may never be made to agree by reading the core. Here the core is dressed as what the
 * search compares.
 */

/** The core, driven by the events of a history. Texts it gives out are kept by the event that they came from. */

export type Step = typeof step;

/** What the core gave out in answer to one event. */
interface Texts {
  readonly code?: string;
  readonly token?: string;
  readonly refresh?: string;
  readonly query?: string;
  readonly page?: string;
  readonly links: readonly { readonly file: string; readonly schema: string }[];
}

/** What a body may hold; a body that is no object has none of it. */
interface AnswerBody {
  readonly [field: string]: unknown;
  readonly type?: string;
  readonly message?: string;
  readonly pagination?: { readonly nextPageToken?: unknown };
  readonly records?: Texts['links'];
}

/** What the core answered, and why it says it did. */
export interface Seen {
  readonly answer: WireAnswer | undefined;
  readonly row: string | undefined;
  readonly section: string | undefined;
  readonly rememberedSince: number | undefined;
  readonly body: AnswerBody | undefined;
  /** The page token, wherever it stands. */
  readonly page: unknown;
}

export interface SeenPost {
  readonly at: number;
  readonly post: SentNotification;
}

export interface Service {
  readonly world: World;
  readonly settings: Settings;
  readonly step: Step;
  readonly texts: Texts[];
  readonly notifications: SeenPost[];
  /** The notifications as lines, as far as they have been compared. */
  readonly lines: string[];
  /** How queries ended, by their ids. */
  readonly endings: Map<string, { readonly status: string; readonly at: number }>;
  readonly leaned: Map<string, number>;
  dues: { readonly at: number; readonly due: Due }[];
}

const worldOf = ({ choices, applications, holdings, limits: values }: Settings): World => {
  const limited = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  const merged = Object.fromEntries(
    Object.entries(limits).map(([name, row]) => [name, { ...row, ...limited[name] }]),
  ) as unknown as World['settings']['limits'];
  return createWorld({
    seed: 7,
    mark: '0000002a',
    earlierMarks: [],
    addresses: hosts,
    assumptions: { ...defaultAssumptions, ...choices },
    limits: merged,
    applications: applications.map(({ id, allowlisted, scopes, attached }) => ({
      clientId: id,
      clientSecret: `${id}-secret`,
      allowlisted,
      scopes: new Set(scopes),
      attached: new Set(attached),
    })),
    holdings: holdings.map(({ customer, scope, records, length, notifiedAfter }) => ({
      customerId: customer,
      scope,
      records,
      collects: { kind: 'fixed', length },
      notifiedAfter,
    })),
  });
};

export const startService = (settings: Settings, chosen: Step = step): Service => ({
  world: worldOf(settings),
  settings,
  step: chosen,
  texts: [],
  notifications: [],
  lines: [],
  endings: new Map(),
  leaned: new Map(),
  dues: [],
});

const take = (service: Service, input: Input, at: number) => {
  const effects = service.step(service.world, input, at);
  for (const post of effects.notifications) service.notifications.push({ at, post });
  for (const { query, to } of effects.transitions) {
    if (to !== 'inProgress') service.endings.set(query, { status: to, at });
  }
  for (const id of effects.leaned) service.leaned.set(id, (service.leaned.get(id) ?? 0) + 1);
  service.dues.push(...effects.dues);
  return effects;
};

/** Lets everything happen that is due by then, in the order of its instants. */
const runUntil = (service: Service, now: number): void => {
  while (service.dues.length > 0) {
    const first = service.dues.reduce((one, other) => (other.at < one.at ? other : one));
    if (first.at > now) return;
    service.dues = service.dues.filter((due) => due !== first);
    take(service, { kind: 'due', due: first.due }, first.at);
  }
};

const read = (text: string): unknown => {
  if (text[0] !== '{') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const inputOf = (service: Service, event: Event, index: number): Input => {
  if (isRequest(event)) {
    const request: WireRequest = writeRequest(service, event);
    return 'held' in event && event.held ? { kind: 'request', request, exchange: index } : { kind: 'request', request };
  }
  const { kind, at: _, ...rest } = event;
  switch (event.kind) {
    case 'authorize':
      return {
        kind: 'authorize',
        clientId: event.application,
        customerId: event.customer,
        scope: event.scope,
      };
    case 'delivered':
      return { kind: 'closed', exchange: event.request.of };
    case 'heard':
      return {
        kind: 'heard',
        query: service.texts[event.query.of]?.query ?? '',
        attempt: event.attempt,
        accepted: event.accepted,
      };
    default:
      return { kind: 'action', action: { do: kind, ...rest } as unknown as Action };
  }
};

const pageTokenIn = ({ settings }: Service, answer: WireAnswer, body: Seen['body']): unknown => {
  switch (settings.choices['list.tokenPosition']) {
    case 'body':
      return body?.['nextPageToken'];
    case 'header':
      return answer.headers['nextpagetoken'];
    case 'pagination-object':
      return body?.pagination?.nextPageToken;
  }
};

/** Brings one event to the core: first what is due by then, afterwards what it makes due at once. */
export const happen = (service: Service, event: Event, index: number): Seen => {
  runUntil(service, event.at);
  const { reply, code } = take(service, inputOf(service, event, index), event.at);
  runUntil(service, event.at);
  const answer = reply?.answer;
  const body = answer === undefined ? undefined : (read(answer.body) as AnswerBody);
  const page = answer === undefined ? undefined : pageTokenIn(service, answer, body);
  service.texts.push({
    ...(code === undefined ? {} : { code }),
    ...(typeof body?.['access_token'] === 'string' ? { token: body['access_token'] } : {}),
    ...(typeof body?.['refresh_token'] === 'string' ? { refresh: body['refresh_token'] } : {}),
    ...(typeof body?.['id'] === 'string' ? { query: body['id'] } : {}),
    ...(typeof page === 'string' && page !== '' ? { page } : {}),
    links: Array.isArray(body?.records) ? body.records : [],
  });
  const { row, section, rememberedSince } = reply?.reason ?? {};
  return { answer, row, section, rememberedSince, body, page };
};
