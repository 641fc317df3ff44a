import PQueue from 'p-queue';
import type { Client, ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as read from './readings.ts';

type Method = 'GET' | 'POST';

/** Everything of one customer in one scope that a fleet has under way. */
export interface Order extends read.Account {
  renewal?: Promise<void> | undefined;
  region: number;
}

/** All customers and scopes at the same time, as one object; notifications decide what goes on. */
export class Fleet {
  readonly env: ClientEnv;
  protected readonly outcomes = new Map<string, string>();
  protected readonly waiting = new Map<string, (outcome: string) => void>();
  protected readonly mostQueries: number = 3;
  protected readonly pageSize: number = 50;
  private readonly lines = {
    POST: { pass: parts.openGate(...parts.createLimits), lane: new PQueue({ concurrency: 5 }) },
    GET: { pass: parts.openGate(...parts.listLimits), lane: new PQueue({ concurrency: 5 }) },
  };

  constructor(env: ClientEnv) {
    this.env = env;
  }

  async run(): Promise<unknown> {
    this.listen();
    const imports = this.orders().map((order) => this.import(order));
    const records = await this.gather(imports);
    await this.mail(`${records} records`);
    return { records };
  }

  protected listen(): void {
    this.env.onNotification((request) => this.hear(request));
  }

  protected orders(): readonly Order[] {
    return read.accountsOf(this.env).map((account) => ({ ...account, region: 0 }));
  }

  /** Waits for all, and tells of what failed only then. */
  protected async gather(imports: readonly Promise<number>[]): Promise<number> {
    const ends = await Promise.allSettled(imports);
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
    if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
    return ends.reduce((sum, end) => sum + (end.status === 'fulfilled' ? end.value : 0), 0);
  }

  protected async hear(request: Request): Promise<Response> {
    const { Message } = (await request.json()) as { readonly Message: string };
    const { id, status } = JSON.parse(Message) as { readonly id: string; readonly status: string };
    this.ended(id, status);
    return new Response(null, { status: 202 });
  }

  protected ended(id: string, status: string): void {
    this.outcomes.set(id, status);
    this.waiting.get(id)?.(status);
    this.waiting.delete(id);
  }

  protected async outcome(id: string): Promise<string> {
    const known = this.outcomes.get(id);
    if (known !== undefined) return known;
    const done = new AbortController();
    const heard = new Promise<string>((resolve) => this.waiting.set(id, resolve));
    const late = read
      .pause(8 * read.hour, { ...this.env, signal: AbortSignal.any([this.env.signal, done.signal]) })
      .then(() => Promise.reject(new Error(`no notification came for query ${id}`)));
    late.catch(() => undefined);
    return Promise.race([heard, late]).finally(() => done.abort());
  }

  protected async import(order: Order): Promise<number> {
    for (let queries = 1; ; queries++) {
      const id = await this.create(order);
      const outcome = await this.outcome(id);
      if (outcome !== 'COMPLETED') return this.canceled(order, id, outcome);
      try {
        return await this.pages(order, id);
      } catch (error) {
        const isTooLate = error instanceof parts.Refused && error.type === 'ACCESS_TIME_ELAPSED';
        if (!isTooLate || queries === this.mostQueries) return this.failed(order, error);
      }
    }
  }

  protected canceled({ id: customer, scope }: Order, id: string, outcome: string): number {
    throw new Error(`query ${id} for ${scope} of ${customer} is ${outcome}`);
  }

  protected failed(_order: Order, error: unknown): number {
    throw error;
  }

  protected async create(order: Order): Promise<string> {
    for (let conflicts = 0; ; conflicts++) {
      const answer = await this.call(order, 'POST', '');
      const { id } = parts.readBody<{ id: string }>(answer.text);
      if (answer.status < 300 && id !== undefined) return id;
      if (answer.status !== 409) throw read.refused('create', answer);
      await this.conflict(order, conflicts, answer);
    }
  }

  protected async conflict(_order: Order, conflicts: number, answer: read.Answer): Promise<void> {
    if (conflicts === 18) throw read.refused('create', answer);
    await read.pause(7 * read.minute, this.env);
  }

  /** Downloads page after page; gives the number of records. */
  protected async pages(order: Order, id: string): Promise<number> {
    let records = 0;
    for (let token: string | undefined = ''; token !== undefined; ) {
      const page = await this.page(order, id, token);
      records += page.records.length;
      token = this.next(page, records);
    }
    return records;
  }

  protected page(order: Order, id: string, token: string): Promise<parts.Page> {
    const list = (): Promise<parts.Page> => this.list(order, id, token);
    return list().then((page) => parts.downloadPage(page, list, (url) => this.download(url), this.env.signal));
  }

  protected next(page: parts.Page, _records: number): string | undefined {
    return parts.nextOf(page);
  }

  protected query(token: string): string {
    return `maxResults=${this.pageSize}${token === '' ? '' : `&nextPageToken=${encodeURIComponent(token)}`}`;
  }

  protected async list(order: Order, id: string, token: string): Promise<parts.Page> {
    const answer = await this.call(order, 'GET', `/${id}/records?${this.query(token)}`);
    const page = parts.readBody<parts.Page>(answer.text);
    if (answer.status !== 200 || page.records === undefined) throw read.refused('list', answer);
    return { ...page, records: page.records };
  }

  protected async download(url: string): Promise<number> {
    const answer = await this.persist('file', () => this.send('file', url));
    if (answer.status === 0) throw new Error('download: no answer');
    return answer.status;
  }

  protected async call(order: Order, method: Method, path: string): Promise<read.Answer> {
    const kind = method === 'POST' ? 'create' : 'list';
    for (let renewals = 0; ; renewals++) {
      const token = order.accessToken;
      const answer = await this.persist(kind, () => this.attempt(order, method, path));
      if (!this.isExpired(answer) || renewals === 3) return answer;
      if (order.accessToken === token) await this.renewOnce(order);
    }
  }

  private async attempt(order: Order, method: Method, path: string): Promise<read.Answer> {
    const bases = this.bases();
    const { pass, lane } = this.lines[method];
    const answer = (await lane.add(async () => {
      await pass(this.env.signal);
      const url = `${bases[order.region % bases.length]}/${order.scope}/data-queries${path}`;
      const headers = { authorization: `Bearer ${order.accessToken}` };
      return this.send(method === 'POST' ? 'create' : 'list', url, { method, headers });
    })) as read.Answer;
    if (answer.status === 0) order.region += 1;
    return answer;
  }

  protected bases(): readonly string[] {
    return Object.values(this.env.regions);
  }

  protected isExpired(answer: read.Answer): boolean {
    return parts.isExpired(answer);
  }

  protected renewOnce(order: Order): Promise<void> {
    order.renewal ??= this.renew(order).finally(() => (order.renewal = undefined));
    return order.renewal;
  }

  protected async renew(order: Order): Promise<void> {
    const body = read.refreshForm(this.env, order.refreshToken);
    const init = { method: 'POST', headers: read.formHeaders, body };
    const answer = await this.persist('token', () => this.send('token', this.env.tokenUrl, init));
    if (answer.status !== 200) throw new Error(`refresh: ${answer.status} ${answer.text}`);
    const fresh = parts.readBody<{ access_token: string; refresh_token: string }>(answer.text);
    order.accessToken = fresh.access_token ?? '';
    order.refreshToken = fresh.refresh_token ?? order.refreshToken;
  }

  protected async persist(kind: read.Kind, attempt: () => Promise<read.Answer>): Promise<read.Answer> {
    for (let retries = 0; ; retries++) {
      const answer = await attempt();
      if (retries >= this.retries(kind, answer)) return answer;
      await read.pause(this.wait(retries), this.env);
    }
  }

  protected retries(kind: read.Kind, answer: read.Answer): number {
    return read.retriesFor(kind, answer);
  }

  /** Milliseconds before the next try. */
  protected wait(retries: number): number {
    return parts.waits[retries] ?? read.minute;
  }

  protected async send(kind: read.Kind, url: string, init: RequestInit = {}): Promise<read.Answer> {
    try {
      const signal = AbortSignal.any([this.env.signal, AbortSignal.timeout(45_000)]);
      const response = await fetch(url, { ...init, signal });
      return read.legible(kind, { status: response.status, text: await response.text() });
    } catch {
      this.env.signal.throwIfAborted();
      return read.silence;
    }
  }

  protected async mail(text: string): Promise<void> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: read.mailOf(text) };
    const answer = await this.persist('mail', () => this.send('mail', this.env.emailUrl, init));
    if (answer.status !== 200) throw read.refused('mail', answer);
  }
}

export const importByFleet =
  (Kind: new (env: ClientEnv) => Fleet = Fleet): Client =>
  (env) =>
    new Kind(env).run();
