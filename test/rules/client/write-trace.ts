import type { Entry } from '../../../src/index.ts';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import { allRules } from '../../../src/rules/catalogue.ts';
import type { Verdict } from '../../../src/rules/verdicts.ts';
import { readHistory, type RunBy } from '../../../src/rules/history.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/spec/assumptions.ts';
import { type ErrorName, errors } from '../../../src/spec/errors.ts';
import type { ExchangeFaultName } from '../../../src/spec/faults.ts';
import { type Limits, limits } from '../../../src/spec/limits.ts';
import type { OperationName } from '../../../src/spec/routes.ts';
import { ms } from '../../../src/spec/time.ts';
import { storeRefusal } from '../../../src/spec/token-errors.ts';
import type { InitialWorld } from '../../../src/trace/initial-world.ts';
import { tell } from '../../../src/trace/told.ts';

/** Traces written by hand, a few words for each thing that happened: for what no client does by itself at the millisecond. */

export type Part = (number: number) => readonly Entry[];

export interface CallOptions {
  /** Which header it carries; `Bearer t1`. */
  readonly authorization?: string;
  readonly region?: 'eu-west-1' | 'us-east-1';
  /** What stands behind the path. */
  readonly parameters?: string;
  readonly body?: string;
  /** When the answer is sent; at once. */
  readonly answered?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fault?: ExchangeFaultName;
  /** What the fault takes, or each of ten pieces. */
  readonly by?: string;
  /** When the client hangs up; it gets no answer. */
  readonly hangsUp?: string;
  /** The query that is listed; `q1`. */
  readonly query?: string;
  /** Where a request of another kind goes. */
  readonly url?: string;
  readonly method?: string;
}

type Answered = ErrorName | number | Readonly<Record<string, unknown>> | 'storeRefusal' | 'nothing';

const exchange =
  (operation: OperationName, method: string, url: string, at: string, answer: Answered, options: CallOptions): Part =>
  (number) => {
    const { authorization = 'Bearer t1', region, body = '', answered = at, headers = {}, fault, by } = options;
    const bare = ['downloadFile', 'downloadSchema', 'requestToken', 'sendEmail'].includes(operation);
    const sent: Entry = {
      kind: 'request',
      at: ms(at),
      exchange: number,
      operation,
      ...(region !== undefined && { region }),
      request: {
        method: options.method ?? method,
        url,
        body,
        headers: bare && options.authorization === undefined ? {} : { authorization },
      },
    };
    const happened: readonly Entry[] =
      fault === undefined
        ? []
        : [
            {
              kind: 'fault',
              at: ms(answered),
              exchange: number,
              fault: { name: fault, ...(by !== undefined && { by: ms(by), pieces: 10 }) },
            },
          ];
    const { hangsUp } = options;
    if (hangsUp !== undefined) return [sent, { kind: 'hungUp', at: ms(hangsUp), exchange: number }];
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
  if (answer === 'storeRefusal') return { status: storeRefusal.status, json: { message: storeRefusal.message } };
  if (typeof answer === 'object') return { status: 200, json: answer };
  const { status, category, type, message } = errors[answer];
  return { status, json: { category, type, message } };
};

const base = 'https://c.test/orders/data-queries';

export const create = (at: string, answer: Answered = { id: 'q1' }, options: CallOptions = {}): Part =>
  exchange('createDataQuery', 'POST', options.url ?? base, at, answer, options);

export const list = (at: string, answer: Answered = { records: [] }, options: CallOptions = {}): Part =>
  exchange(
    'listDataQueryRecords',
    'GET',
    options.url ?? `${base}/${options.query ?? 'q1'}/records${options.parameters ?? ''}`,
    at,
    answer,
    options,
  );

export const link = 'https://l.test/files/q1.0?signature=1';
export const page = { records: [{ file: link, schema: 'https://l.test/schemas/q1.0?signature=1' }] };

export const download = (at: string, answer: Answered = {}, options: CallOptions = {}): Part =>
  exchange('downloadFile', 'GET', options.url ?? link, at, answer, options);

export const ask = (at: string, body: string, answer: Answered, options: CallOptions = {}): Part =>
  exchange('requestToken', 'POST', options.url ?? 'https://b.test/auth/o2/token', at, answer, { ...options, body });

export const mail = (at: string, answer: Answered = {}, options: CallOptions = {}): Part =>
  exchange('sendEmail', 'POST', 'https://a.test/sendEmail', at, answer, options);

/** A call of the reporting API; of `url`, where that is another. */
export const report = (at: string, answer: Answered = {}, options: CallOptions = {}): Part =>
  exchange('callReporting', 'GET', options.url ?? 'https://r.test/reports/1', at, answer, options);

export const submit = (at: string, answer: Answered = {}, options: CallOptions = {}): Part =>
  exchange('callSubmission', 'GET', 'https://s.test/apps', at, answer, options);

const changeOf = (query: string, customer: string) => ({ query, customer, scope: 'orders' });

export const begins =
  (at: string, query = 'q1', customer = 'c1'): Part =>
  () => [{ kind: 'transition', at: ms(at), ...changeOf(query, customer), from: 'none', to: 'inProgress' }];
export const completes =
  (at: string, query = 'q1', customer = 'c1'): Part =>
  () => [{ kind: 'transition', at: ms(at), ...changeOf(query, customer), from: 'inProgress', to: 'completed' }];
export const cancels =
  (at: string): Part =>
  () => [{ kind: 'transition', at: ms(at), ...changeOf('q1', 'c1'), from: 'inProgress', to: 'canceled' }];

/** The clock of the client, by which the trace is written. */
export const began =
  (epoch: string): Part =>
  () => [{ kind: 'began', at: 0, epoch, seed: 0 }];

/** The notification of a query, and how the application answers; not at all without a status. */
export const notified =
  (at: string, outcome: 'COMPLETED' | 'CANCELED', status?: number, query = 'q1'): Part =>
  (number) => {
    const sent = { query, status: outcome, region: 'eu-west-1', body: '' } as const;
    const delivered: readonly Entry[] =
      status === undefined ? [] : [{ kind: 'delivered', at: ms(at), notification: number, status }];
    return [{ kind: 'notification', at: ms(at), notification: number, ...sent }, ...delivered];
  };

export const sleeps =
  (from: string, to: string): Part =>
  () => [{ kind: 'slept', at: ms(to), duration: ms(to) - ms(from), place: '' }];

/** The client's end in an older trace, which does not tell what it returned. */
export const ends =
  (at: string, error?: string): Part =>
  () => [
    error === undefined
      ? { kind: 'ended', at: ms(at), outcome: 'fulfilled' }
      : { kind: 'ended', at: ms(at), outcome: 'rejected', error },
  ];

/** A fault of the service begins: for so long, or until it is ended. */
export const faultBegins =
  (at: string, length?: string): Part =>
  () => {
    const lasting = length === undefined ? {} : { for: ms(length) };
    return [{ kind: 'action', at: ms(at), action: { do: 'beginFault', fault: 'backendFails', ...lasting }, place: '' }];
  };

export const returns =
  (at: string, result: unknown): Part =>
  () => [{ kind: 'ended', at: ms(at), outcome: 'fulfilled', told: tell(result) }];

export const throws =
  (at: string, error: Error): Part =>
  () => [{ kind: 'ended', at: ms(at), outcome: 'rejected', error: error.message, told: tell(error) }];

/** An application is configured with a token of each customer, `t1` of the first; each has one record of orders. */
export const given =
  (...customers: readonly string[]): Part =>
  () => {
    const regions = { 'eu-west-1': 'https://c.test', 'us-east-1': 'https://c2.test', 'us-west-2': 'https://c3.test' };
    const others = { submission: 'https://s.test', reporting: 'https://r.test', links: 'https://l.test' };
    const application = { id: 'app', secret: 'x', allowlisted: true, attached: [], scopes: ['orders'] };
    const world: InitialWorld = {
      hosts: { email: 'https://a.test', token: 'https://b.test', ...others, regions },
      applications: [application],
      scopes: ['orders'],
      holdings: customers.map((customer) => ({ customer, scope: 'orders', records: 1, notifiedAfter: 0 })),
      consents: [],
      tokens: customers.map((customer, index) => ({
        token: `t${index + 1}`,
        application: 'app',
        customer,
        scope: 'orders',
        expiresAt: 3_600_000,
      })),
    };
    return [{ kind: 'began', at: 0, epoch: '2024-02-29T00:00:00.000Z', seed: 0, world }];
  };

/** Somebody mends something. */
export const mends =
  (at: string): Part =>
  () => [
    {
      kind: 'action',
      at: ms(at),
      action: { do: 'enableScope', application: 'app', scope: 'orders' },
      place: '',
    },
  ];

export interface Settings {
  readonly assumptions?: Partial<Assumptions>;
  /** Limits that are other than the published ones. */
  readonly limits?: Partial<Limits>;
  readonly runBy?: RunBy;
}

/** What a rule says of a trace of these parts. The first part has happened first where the times are the same. */
export const judge = (rule: RuleId, parts: readonly Part[], on: Settings = {}): string =>
  verdictOf(rule, parts, on)?.verdict ?? 'no such rule';

/** What speaks against a rule, in words. */
export const evidenceOf = (rule: RuleId, parts: readonly Part[]): readonly string[] => {
  const verdict = verdictOf(rule, parts);
  return verdict?.verdict === 'broken' ? verdict.evidence.map(({ text }) => text) : [];
};

/** The same with all that it says. */
export const verdictOf = (rule: RuleId, parts: readonly Part[], on: Settings = {}): Verdict | undefined => {
  const entries = parts.flatMap((one, index) => one(index + 1)).toSorted((one, other) => one.at - other.at);
  const found = allRules.find(({ id }) => id === rule);
  const assumptions = { ...defaultAssumptions, ...on.assumptions };
  return found?.judge(readHistory(entries, { ...on, assumptions, limits: { ...limits, ...on.limits } }));
};
