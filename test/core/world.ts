import type { ExchangeFault } from '../../src/core/wire.ts';
import type { Action } from '../../src/core/action.ts';
import type { Addresses } from '../../src/spec/hosts.ts';
import { type Effects, step } from '../../src/core/step.ts';
import type { Usage } from '../../src/core/limits.ts';
import type { Due, ServiceEvent, SentNotification, Transition } from '../../src/core/turn.ts';
import { createWorld, type Holding, type World } from '../../src/core/world.ts';
import { type AssumptionId, type Assumptions, defaultAssumptions } from '../../src/spec/assumptions.ts';
import { type Limits, limits as usualLimits } from '../../src/spec/limits.ts';
import { type Duration, ms } from '../../src/spec/time.ts';
import { applications, holdings, hosts, start } from './scenery.ts';

export { holding, hosts, start } from './scenery.ts';

/** The id of a query that nobody has. */
export const nobodysId = '00000000-0000-4000-8000-000000000000';

/** A world to talk to: everything goes through `step`, and time is a number that only `wait` moves. */

export interface Setup {
  readonly assumptions?: Partial<Assumptions>;
  readonly addresses?: Addresses;
  readonly limits?: Partial<Limits>;
  readonly records?: number;
  readonly more?: readonly Holding[];
  /** What the texts of this simulation bear. */
  readonly mark?: string;
  /** What those bear that it brings along from the simulations it goes on from. */
  readonly earlierMarks?: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body read as JSON; undefined when it is none. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly row: string | undefined;
  /** What the refusal says it looked at. */
  readonly saw: string | undefined;
  readonly remembered: boolean;
  readonly fault: ExchangeFault | undefined;
  readonly usage: Usage | undefined;
  readonly leaned: readonly AssumptionId[];
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How many bytes the body has, where its text does not tell. */
  readonly bytes?: number;
  /** Under way until it is closed; without a number it is over once it is answered. */
  readonly exchange?: number;
}

const read = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

let ear: Set<AssumptionId> | undefined;

/** What some stories come to, and the assumptions that decided something in any of them. */
export const overhear = <T>(tellAll: () => T): { readonly outcome: T; readonly leaned: ReadonlySet<AssumptionId> } => {
  const leaned = new Set<AssumptionId>();
  ear = leaned;
  try {
    return { outcome: tellAll(), leaned };
  } finally {
    ear = undefined;
  }
};

export class Story {
  now: number = start;
  readonly world: World;
  readonly notifications: SentNotification[] = [];
  readonly transitions: Transition[] = [];
  readonly events: ServiceEvent[] = [];
  readonly dues: { readonly at: number; readonly due: Due }[] = [];

  constructor({
    assumptions,
    addresses = hosts,
    limits,
    records,
    more = [],
    mark = '0000002a',
    earlierMarks = [],
  }: Setup = {}) {
    this.world = createWorld({
      seed: 7,
      mark,
      earlierMarks,
      addresses,
      assumptions: { ...defaultAssumptions, ...assumptions },
      limits: { ...usualLimits, ...limits },
      applications,
      holdings: [...holdings, ...more].map((one) => (records === undefined ? one : { ...one, records })),
    });
  }

  step(input: Parameters<typeof step>[1]): Effects {
    const effects = step(this.world, input, this.now);
    this.notifications.push(...effects.notifications);
    this.transitions.push(...effects.transitions);
    this.events.push(...effects.events);
    this.dues.push(...effects.dues);
    for (const id of effects.leaned) ear?.add(id);
    return effects;
  }

  ask(url: string, { method = 'GET', headers = {}, body = '', bytes, exchange }: Ask = {}): Answer {
    const request = { method, url, headers, body, ...(bytes !== undefined && { bytes }) };
    const { reply, leaned } = this.step({ kind: 'request', request, ...(exchange !== undefined && { exchange }) });
    if (reply === undefined) throw new Error('a request got no reply');
    const { answer, reason, fault } = reply;
    return {
      status: answer.status,
      headers: answer.headers,
      text: answer.body,
      body: read(answer.body),
      row: reason.row,
      saw: reason.saw,
      remembered: reason.rememberedSince !== undefined,
      fault,
      usage: reason.usage,
      leaned,
    };
  }

  act(action: Action): Effects {
    return this.step({ kind: 'action', action });
  }

  /** The answer of an exchange has arrived, or nobody waits for it any more. */
  close(exchange: number): void {
    this.step({ kind: 'closed', exchange });
  }

  /** The application has answered an attempt to notify it, or has not. */
  hear(query: string, attempt: number, accepted: boolean): void {
    this.step({ kind: 'heard', query, attempt, accepted });
  }

  /** Lets time pass; what falls due on the way is stepped at its own instant. */
  wait(length: Duration): void {
    const end = this.now + ms(length);
    for (;;) {
      const next = this.dues.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (next === undefined) break;
      this.dues.splice(this.dues.indexOf(next), 1);
      this.now = next.at;
      this.step({ kind: 'due', due: next.due });
    }
    this.now = end;
  }

  form(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Answer {
    const body = new URLSearchParams({ client_id: 'app', client_secret: 'app-secret', ...fields }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.ask(`${hosts.token}/auth/o2/token`, { method: 'POST', headers: { ...type, ...headers }, body });
  }

  storeToken(scope: string): string {
    return String(this.form({ grant_type: 'client_credentials', scope }).body.access_token);
  }

  code(customerId = 'ann', scope = 'orders', clientId = 'app'): string {
    return this.step({ kind: 'authorize', clientId, customerId, scope }).code ?? '';
  }

  exchange(code: string, clientId = 'app'): Answer {
    const client = { client_id: clientId, client_secret: `${clientId}-secret` };
    return this.form({ grant_type: 'authorization_code', code, ...client });
  }

  login(customerId = 'ann', scope = 'orders', clientId = 'app'): { readonly token: string; readonly refresh: string } {
    const { body } = this.exchange(this.code(customerId, scope, clientId), clientId);
    return { token: String(body.access_token), refresh: String(body.refresh_token) };
  }

  refresh(token: string): Answer {
    return this.form({ grant_type: 'refresh_token', refresh_token: token });
  }

  create(
    token: string,
    scope = 'orders',
    at: string = hosts.regions['eu-west-1'],
    body = '',
    more: Pick<Ask, 'exchange'> = {},
    query = '',
  ): Answer {
    const headers = { authorization: `Bearer ${token}` };
    return this.ask(`${at}/${scope}/data-queries${query}`, { method: 'POST', headers, body, ...more });
  }

  list(token: string, id: string, query = '', scope = 'orders', more: Pick<Ask, 'exchange'> = {}): Answer {
    const headers = { authorization: `Bearer ${token}` };
    return this.ask(`${hosts.regions['us-east-1']}/${scope}/data-queries/${id}/records${query}`, { headers, ...more });
  }

  sendEmail(body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.ask(`${hosts.email}/sendEmail`, { method: 'POST', headers, body: text });
  }
}

export const tell = (assumptions: Partial<Assumptions> = {}, setup: Setup = {}): Story =>
  new Story({ ...setup, assumptions });

/** A story whose query for ann's orders has just completed. */
export const completed = (
  assumptions: Partial<Assumptions> = {},
  setup: Setup = {},
): { readonly story: Story; readonly token: string; readonly refresh: string; readonly id: string } => {
  const story = tell(assumptions, setup);
  const login = story.login();
  const id = String(story.create(login.token).body.id);
  story.wait('10m');
  return { story, ...login, id };
};

/** Rows of text as objects: the first line names the columns; columns are parted by two blanks or more. */
export const rows = (text: string): Readonly<Record<string, string>>[] => {
  const [head = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const names = head.trim().split(/ {2,}/);
  return lines.map((line) => {
    const cells = line.trim().split(/ {2,}/);
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
};

/** An ErrorResponse, written `status CATEGORY TYPE message`. */
export const showRefusal = ({ status, body }: Answer): string =>
  `${status} ${body?.category} ${body?.type} ${body?.message}`;
