import { given } from '../language/data.ts';
import type { Hosts } from '../simulation/addresses.ts';
import type { RecordedExchange, RecordedAnswer } from './recorded-exchange.ts';
import { readUrl } from '../spec/read-url.ts';
import { isoDate } from '../spec/time.ts';

/** A recording in the format HAR 1.2, as we write it. Fields that begin with `_` are our own, as the format allows. */
export interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
    /** The base addresses it was recorded with, where they are known. */
    readonly _hosts?: Hosts;
    /** The address of the application that notifications came to. */
    readonly _endpoint?: string;
    /** So many exchanges before these were not kept. */
    readonly _dropped?: number;
  };
}

export interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly HarPair[];
    readonly headers: readonly HarPair[];
    readonly queryString: readonly HarPair[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    /** 0 where no answer came. */
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly HarPair[];
    readonly headers: readonly HarPair[];
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string };
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
    readonly _error?: string;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly _region?: string;
  readonly _notification?: number;
  readonly _injected?: true;
}

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** What a recording says of the place it was made at. */
export interface RecordTrafficOptions {
  /** Written into the recording, so that `checkTrace` need not be told. */
  readonly hosts?: Hosts;
  /** The address that the service knows the application by. */
  readonly endpoint?: string;
  /** How many exchanges are kept, the newest; 100,000, for no more are judged. */
  readonly keep?: number;
}

interface Scene extends Omit<RecordTrafficOptions, 'keep'> {
  readonly dropped?: number | undefined;
}

/** Writes anew, so that nothing gets in but what stands here. */
export const writeHar = (all: readonly RecordedExchange[], { hosts, endpoint, dropped }: Scene = {}): Har => ({
  log: {
    version: '1.2',
    creator: { name: 'stunt-double', version: '1' },
    entries: all.map(writeEntry),
    ...given({ _hosts: hosts, _endpoint: endpoint, _dropped: dropped }),
  },
});

const protocol = 'HTTP/1.1';

const writeEntry = ({ at, duration, request, answer, error, ...more }: RecordedExchange): HarEntry => ({
  startedDateTime: isoDate(at),
  time: duration,
  request: {
    method: request.method,
    url: request.url,
    httpVersion: protocol,
    cookies: [],
    headers: writePairs(request.headers),
    queryString: readQuery(request.url),
    ...(request.body !== '' && {
      postData: { mimeType: request.headers['content-type'] ?? '', text: request.body },
    }),
    headersSize: -1,
    bodySize: Buffer.byteLength(request.body),
  },
  response: writeAnswer(answer, error),
  cache: {},
  timings: { send: 0, wait: duration, receive: 0 },
  ...given({ _region: more.region, _notification: more.notification, _injected: more.injected }),
});

const writeAnswer = (answer: RecordedAnswer | undefined, error: string | undefined): HarEntry['response'] => ({
  status: answer?.status ?? 0,
  statusText: '',
  httpVersion: protocol,
  cookies: [],
  headers: writePairs(answer?.headers ?? {}),
  content: {
    size: answer?.body === undefined ? -1 : Buffer.byteLength(answer.body),
    mimeType: answer?.headers['content-type'] ?? '',
    ...(answer?.body !== undefined && { text: answer.body }),
  },
  redirectURL: answer?.headers['location'] ?? '',
  headersSize: -1,
  bodySize: -1,
  ...(error !== undefined && { _error: error }),
});

const writePairs = (fields: Readonly<Record<string, string>>): readonly HarPair[] =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

const readQuery = (url: string): readonly HarPair[] =>
  [...(readUrl(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
