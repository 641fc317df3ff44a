import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as calls from './calls.ts';
import { pagePath } from './import-customer.ts';
import { sendMail } from './report.ts';
import { sendByNode } from './senders.ts';

/** Where the import of a customer stands. */
type State =
  | { readonly at: 'creating' }
  | { readonly at: 'in the way' }
  | { readonly at: 'collecting'; readonly query: string }
  | { readonly at: 'reading'; readonly query: string; readonly token: string }
  | { readonly at: 'done' }
  | { readonly at: 'failed'; readonly why: string };

/** What happens to it: an answer, a notification, time that has passed. */
type Event =
  | { readonly is: 'created'; readonly query: string }
  | { readonly is: 'notified'; readonly query: string; readonly status: string }
  | { readonly is: 'read'; readonly next: string | undefined }
  | { readonly is: 'refused'; readonly error: unknown }
  | { readonly is: 'time'; readonly since: State };

const mostQueries = 4;
const conflictWait = 6 * 60_000;
const mostConflicts = 100;
const patience = 10 * 3_600_000;

/** A state machine for each customer; the endpoint answers at once and only says that something has happened. */
export const importByEvents: Client = async (env) => {
  const events = new EventEmitter<{ notified: [query: string, status: string] }>();
  const outcomes = new Map<string, string>();
  env.onNotification(async (request) => {
    const { Message } = (await request.json()) as { readonly Message: string };
    const { id = '', status = '' } = JSON.parse(Message) as Record<string, string>;
    outcomes.set(id, status);
    setImmediate(() => events.emit('notified', id, status));
    return new Response(null, { status: 202 });
  });
  events.setMaxListeners(0);
  const limits = calls.openLimits();
  const ended = await Promise.all(
    env.customers.map(async (customer) => {
      const tokens = calls.tokensOf(sendByNode, env, customer);
      const line = { customer, send: sendByNode, limits, tokens, stop: env.signal };
      const call = calls.openCall({ ...line, regions: calls.stayWithRegion(env) });
      const state = await run(env, call, events, outcomes);
      return state.at === 'failed' ? [`${customer.id} (${customer.scope}): ${state.why}`] : [];
    }),
  );
  const failed = ended.flat();
  if (failed.length > 0) throw new Error(`not imported: ${failed.join('; ')}`);
  return { customers: ended.length, mail: await sendMail(sendByNode, env, `${ended.length} customers are imported`) };
};

type Notifications = EventEmitter<{ notified: [query: string, status: string] }>;

const run = (
  { signal }: ClientEnv,
  call: calls.Call,
  events: Notifications,
  outcomes: ReadonlyMap<string, string>,
): Promise<State> =>
  new Promise((settle) => {
    let state: State = { at: 'creating' };
    let queries = 0;
    let conflicts = 0;
    let timer: NodeJS.Timeout | undefined;

    const happen = (event: Event): void => {
      const next = follow(state, event, queries);
      if (next === state) return;
      state = next;
      clearTimeout(timer);
      enter(next);
    };
    const hear = (query: string, status: string): void => happen({ is: 'notified', query, status });
    const refused = (error: unknown): void => happen({ is: 'refused', error });
    const wakeUpIn = (wait: number, since: State): void => {
      timer = setTimeout(() => happen({ is: 'time', since }), wait);
    };

    const enter = (now: State): void => {
      if (now.at === 'creating') {
        queries += 1;
        call<{ id: string }>('POST', '', 'id').then(({ id }) => happen({ is: 'created', query: id }), refused);
      } else if (now.at === 'in the way') {
        queries -= 1;
        conflicts += 1;
        if (conflicts > mostConflicts) refused(new Error('create: 409 REQUEST_CONFLICT, again and again'));
        else wakeUpIn(conflictWait, now);
      } else if (now.at === 'collecting') {
        wakeUpIn(patience, now);
        const known = outcomes.get(now.query);
        if (known !== undefined) hear(now.query, known);
      } else if (now.at === 'reading') {
        readPage(call, now, signal).then((next) => happen({ is: 'read', next }), refused);
      } else {
        events.off('notified', hear);
        settle(now);
      }
    };

    events.on('notified', hear);
    enter(state);
  });

/** The table of the machine: what comes of a state when something happens. What does not concern it leaves it as it is. */
const follow = (state: State, event: Event, queries: number): State => {
  if (event.is === 'refused') return afterRefusal(state, event.error, queries);
  switch (state.at) {
    case 'creating':
      return event.is === 'created' ? { at: 'collecting', query: event.query } : state;
    case 'in the way':
      return event.is === 'notified' || event.is === 'time' ? { at: 'creating' } : state;
    case 'collecting':
      if (event.is === 'time') return { at: 'failed', why: `no notification came for query ${state.query}` };
      if (event.is !== 'notified' || event.query !== state.query) return state;
      if (event.status === 'COMPLETED') return { at: 'reading', query: state.query, token: '' };
      return { at: 'failed', why: `query ${state.query} was ${event.status}: consent or account of the customer` };
    case 'reading':
      if (event.is !== 'read') return state;
      return event.next === undefined ? { at: 'done' } : { ...state, token: event.next };
    case 'done':
    case 'failed':
      return state;
  }
};

const afterRefusal = (state: State, error: unknown, queries: number): State => {
  if (calls.isRefused(error, 'REQUEST_CONFLICT')) return { at: 'in the way' };
  if (calls.isRefused(error, 'ACCESS_TIME_ELAPSED') && state.at === 'reading' && queries < mostQueries)
    return { at: 'creating' };
  return { at: 'failed', why: calls.messageOf(error) };
};

const readPage = async (
  call: calls.Call,
  { query, token }: { readonly query: string; readonly token: string },
  stop: AbortSignal,
): Promise<string | undefined> => {
  await sleep(0, undefined, { signal: stop });
  const list = (): Promise<parts.Page> => call<parts.Page>('GET', pagePath(query, token), 'records');
  return parts.nextOf(await parts.downloadPage(await list(), list, calls.openGet(sendByNode, stop), stop));
};
