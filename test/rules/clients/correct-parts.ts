import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientEnv } from '../../../src/index.ts';
import { errorsOfType } from '../../../src/spec/errors.ts';

/** What correct clients of different build have in common: their reading of the interface. None of it sends anything. */

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface Link {
  readonly file: string;
  readonly schema: string;
}

export interface Page {
  readonly records: readonly Link[];
  readonly nextPageToken?: string | null;
}

/** The token of the next page; none, however the page says so. */
export const nextOf = ({ nextPageToken }: Page): string | undefined => nextPageToken || undefined;

export const waits: readonly number[] = [1000, 2000, 4000, 10_000, 30_000];

export const readBody = <Body>(text: string): Partial<Body> => {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Body>;
  } catch {
    return {};
  }
};

interface Refusal {
  readonly type: string;
  readonly message: string;
}

/** How often a call may be repeated that was answered so. (Errors, interface C) */
export const mostRetries = ({ status, text }: Answer): number => {
  if (status < 400) return 0;
  const { type = '' } = readBody<Refusal>(text);
  if ([429, 500, 504].includes(status) || type === 'BLOCKED_REQUEST') return waits.length;
  return [400, 403, 404, 409, 413].includes(status) && errorsOfType(type).length > 0 ? 0 : 1;
};

export const isExpired = ({ status, text }: Answer): boolean =>
  status === 403 && readBody<Refusal>(text).message?.startsWith('Access token is expired') === true;

/** The service knows no such token. */
export const isUnknown = ({ status, text }: Answer): boolean =>
  status === 403 && readBody<Refusal>(text).message === 'Access token is invalid';

/** An answer that is neither what was asked for nor to be repeated. */
export class Refused extends Error {
  readonly type: string;

  constructor(what: string, { status, text }: Answer) {
    const { type = '', message = '' } = readBody<Refusal>(text);
    super(`${what}: ${status} ${type} ${message}`);
    this.type = type;
  }
}

/** The application's endpoint: how each query ended, whenever that is heard and asked. */
export const openInbox = (
  env: Pick<ClientEnv, 'onNotification' | 'signal'>,
  patience = 12 * 3_600_000,
): ((query: string, stop?: AbortSignal) => Promise<string>) => {
  const outcomes = new Map<string, PromiseWithResolver>();
  const outcomeOf = (query: string): PromiseWithResolver => {
    const known = outcomes.get(query) ?? promise();
    outcomes.set(query, known);
    return known;
  };
  env.onNotification(async (request) => {
    const { id, status } = JSON.parse(((await request.json()) as { Message: string }).Message) as Record<
      string,
      string
    >;
    outcomeOf(id ?? '').resolve(status ?? '');
    return new Response(null, { status: 200 });
  });
  return async (query, stop = env.signal) => {
    const waiting = new AbortController();
    const signal = AbortSignal.any([waiting.signal, stop]);
    const late = sleep(patience, undefined, { signal }).then(() => {
      throw new Error(`no notification came for query ${query}`);
    });
    try {
      return await Promise.race([outcomeOf(query).promise, late]);
    } finally {
      late.catch(() => undefined);
      waiting.abort();
    }
  };
};

interface PromiseWithResolver {
  readonly promise: Promise<string>;
  readonly resolve: (outcome: string) => void;
}

const promise = (): PromiseWithResolver => {
  let resolve: (outcome: string) => void = () => undefined;
  return { promise: new Promise((settle) => (resolve = settle)), resolve };
};

export interface Limit {
  readonly most: number;
  /** Milliseconds. */
  readonly within: number;
}

/** Lets one after the other through, so that no stretch of time sees more than it may. */
export const openGate = (...limits: readonly Limit[]) => {
  const passed: number[] = [];
  let line: Promise<unknown> = Promise.resolve();
  return (signal: AbortSignal): Promise<unknown> => {
    line = line
      .catch(() => undefined)
      .then(async () => {
        const waitFor = (): number =>
          Math.max(...limits.map(({ most, within }) => (passed.at(-most) ?? -within) + within - Date.now()));
        for (let wait = waitFor(); wait > 0; wait = waitFor()) await sleep(wait, undefined, { signal });
        passed.push(Date.now());
      });
    return line;
  };
};

export const createLimits = [
  { most: 5, within: 1000 },
  { most: 20, within: 20 * 60_000 },
] as const;
export const listLimits = [{ most: 10, within: 1000 }] as const;

/** Listed again within five minutes, a page holds the links it held before. */
const memory = 5 * 60_000;

/** Downloads all of a page; for what has died meanwhile the page is listed again. Gives the page it used last. */
export const downloadPage = async (
  page: Page,
  list: () => Promise<Page>,
  get: (url: string) => Promise<number>,
  signal: AbortSignal,
): Promise<Page> => {
  let current = page;
  let left = await downloadSome(current, [...page.records.keys()], get);
  for (let renewals = 0; left.length > 0; renewals++) {
    if (renewals === 3) throw new Error(`download: ${left.length} links died again and again, with 403`);
    const fresh = await list();
    const isSame = fresh.records[0]?.file === current.records[0]?.file;
    if (isSame) await sleep(memory, undefined, { signal });
    current = isSame ? await list() : fresh;
    left = await downloadSome(current, left, get);
  }
  return current;
};

/** Gives the positions from the first dead link on. */
const downloadSome = async (
  { records }: Page,
  positions: readonly number[],
  get: (url: string) => Promise<number>,
): Promise<readonly number[]> => {
  for (const [index, position] of positions.entries()) {
    const link = records[position];
    if (link === undefined) throw new Error('download: a record is gone from its page');
    for (const url of [link.file, link.schema]) {
      const status = await get(url);
      if (status === 403 || status === 410) return positions.slice(index);
      if (status !== 200) throw new Error(`download: ${status}`);
    }
  }
  return [];
};
