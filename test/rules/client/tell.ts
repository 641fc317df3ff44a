import type { Entry } from '../../../src/index.ts';
import type { RuleId } from '../../../src/rules/rule-ids.ts';
import { clientRules } from '../../../src/rules/client/client-rules.ts';
import { readStory } from '../../../src/rules/history.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/spec/assumptions.ts';
import { type ErrorName, errors } from '../../../src/spec/errors.ts';
import { type Limits, limits } from '../../../src/spec/limits.ts';
import type { OperationName } from '../../../src/spec/routes.ts';
import { ms } from '../../../src/spec/time.ts';

/** Traces written by hand, a few words for each thing that happened: for what no client does by itself at the millisecond. */

export type Told = (number: number) => readonly Entry[];

export interface Asked {
  /** Which header it carries; `Bearer t1`. */
  readonly authorization?: string;
  readonly region?: 'eu-west-1' | 'us-east-1';
  /** What stands behind the path. */
  readonly parameters?: string;
  readonly body?: string;
  /** When the answer is sent; at once. */
  readonly answered?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fault?: 'reset' | 'malformedJson' | 'truncated' | 'refused' | 'drip';
  /** The query that is listed; `q1`. */
  readonly query?: string;
  /** Where a request of another kind goes. */
  readonly url?: string;
}

type Answered = ErrorName | number | Readonly<Record<string, unknown>> | 'nothing';

const exchange =
  (operation: OperationName, method: string, url: string, at: string, answer: Answered, asked: Asked): Told =>
  (number) => {
    const { authorization = 'Bearer t1', region, body = '', answered = at, headers = {}, fault } = asked;
    const bare = ['downloadFile', 'downloadSchema', 'requestToken', 'sendEmail'].includes(operation);
    const sent: Entry = {
      kind: 'request',
      at: ms(at),
      exchange: number,
      operation,
      ...(region !== undefined && { region }),
      request: { method, url, body, headers: bare && asked.authorization === undefined ? {} : { authorization } },
    };
    const happened: readonly Entry[] =
      fault === undefined ? [] : [{ kind: 'fault', at: ms(answered), exchange: number, fault: { name: fault } }];
    if (answer === 'nothing') return [sent, ...happened];
    const { status, json } = read(answer);
    const given: Entry = {
      kind: 'answer',
      at: ms(answered),
      exchange: number,
      answer: { status, headers, body: JSON.stringify(json) },
      section: '',
      leaned: [],
    };
    return [sent, given, ...happened];
  };

const read = (answer: Exclude<Answered, 'nothing'>): { readonly status: number; readonly json: unknown } => {
  if (typeof answer === 'number') return { status: answer, json: {} };
  if (typeof answer === 'object') return { status: 200, json: answer };
  const { status, category, type, message } = errors[answer];
  return { status, json: { category, type, message } };
};

const base = 'https://c.test/orders/data-queries';

export const create = (at: string, answer: Answered = { id: 'q1' }, asked: Asked = {}): Told =>
  exchange('createDataQuery', 'POST', base, at, answer, asked);

export const list = (at: string, answer: Answered = { records: [] }, asked: Asked = {}): Told =>
  exchange(
    'listDataQueryRecords',
    'GET',
    `${base}/${asked.query ?? 'q1'}/records${asked.parameters ?? ''}`,
    at,
    answer,
    asked,
  );

export const link = 'https://l.test/files/q1.0?signature=1';
export const page = { records: [{ file: link, schema: 'https://l.test/schemas/q1.0?signature=1' }] };

export const download = (at: string, answer: Answered = {}, asked: Asked = {}): Told =>
  exchange('downloadFile', 'GET', asked.url ?? link, at, answer, asked);

export const ask = (at: string, body: string, answer: Answered, asked: Asked = {}): Told =>
  exchange('requestToken', 'POST', asked.url ?? 'https://b.test/auth/o2/token', at, answer, { ...asked, body });

export const mail = (at: string, answer: Answered = {}, asked: Asked = {}): Told =>
  exchange('sendEmail', 'POST', 'https://a.test/sendEmail', at, answer, asked);

const changeOf = (query: string, customer: string) => ({ query, customer, scope: 'orders' });

export const begins =
  (at: string, query = 'q1', customer = 'c1'): Told =>
  () => [{ kind: 'transition', at: ms(at), ...changeOf(query, customer), from: 'none', to: 'inProgress' }];
export const completes =
  (at: string, query = 'q1', customer = 'c1'): Told =>
  () => [{ kind: 'transition', at: ms(at), ...changeOf(query, customer), from: 'inProgress', to: 'completed' }];
export const cancels =
  (at: string): Told =>
  () => [{ kind: 'transition', at: ms(at), ...changeOf('q1', 'c1'), from: 'inProgress', to: 'canceled' }];

/** The clock of the client, by which the trace is written. */
export const began =
  (epoch: string): Told =>
  () => [{ kind: 'began', at: 0, epoch, seed: 0 }];

/** The notification of a query, and how the application answers; not at all without a status. */
export const notified =
  (at: string, outcome: 'COMPLETED' | 'CANCELED', status?: number, query = 'q1'): Told =>
  (number) => {
    const sent = { query, status: outcome, region: 'eu-west-1', body: '' } as const;
    const delivered: readonly Entry[] =
      status === undefined ? [] : [{ kind: 'delivered', at: ms(at), notification: number, status }];
    return [{ kind: 'notification', at: ms(at), notification: number, ...sent }, ...delivered];
  };

export const sleeps =
  (from: string, to: string): Told =>
  () => [{ kind: 'slept', at: ms(to), duration: ms(to) - ms(from), place: '' }];

export const ends =
  (at: string, error?: string): Told =>
  () => [
    error === undefined
      ? { kind: 'ended', at: ms(at), outcome: 'fulfilled' }
      : { kind: 'ended', at: ms(at), outcome: 'rejected', error },
  ];

/** Somebody mends something. */
export const mends =
  (at: string): Told =>
  () => [
    {
      kind: 'action',
      at: ms(at),
      action: { do: 'enableScope', application: 'app', scope: 'orders' },
      place: '',
    },
  ];

export interface On {
  readonly assumptions?: Partial<Assumptions>;
  /** Limits that are other than the published ones. */
  readonly limits?: Partial<Limits>;
}

/** What a rule says of it all. What is told first has happened first where the times are the same. */
export const judge = (rule: RuleId, told: readonly Told[], on: On = {}): string => {
  const entries = told.flatMap((one, index) => one(index + 1)).toSorted((one, other) => one.at - other.at);
  const found = clientRules.find(({ id }) => id === rule);
  const ground = { assumptions: { ...defaultAssumptions, ...on.assumptions }, limits: { ...limits, ...on.limits } };
  return found?.judge(readStory(entries, ground)).verdict ?? 'no such rule';
};
