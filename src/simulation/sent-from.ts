import { placeOf } from '../print/thrown.ts';
import { readVariable } from '../runtime.ts';
import type { TraceRecorder } from '../trace/trace.ts';
import { type Begun, hearRequests } from '../transport/hear-requests.ts';
import { type CallSite, callSiteOf } from './call-site.ts';
import { readUrl } from '../spec/read-url.ts';

/** Where in the client's code requests were sent, by exchange: `src/client.ts:14:22`. They stand beside a trace, never in it. */
export type SentFrom = Readonly<Record<number, string>>;

/** Notes from where requests are sent, until it is stopped. */
export interface Senders {
  /** Of exchanges for which that is beyond doubt. */
  find(): SentFrom;
  stop(): void;
}

/** The folder for pages of tests that failed; without it none is written. */
export const pageFolder = (): string | undefined => readVariable('STUNT_DOUBLE_REPORT') || undefined;

const ofTests = new WeakMap<object, Senders>();

/** Notes it for the page of a test, should that fail, where pages are asked for. */
export const watchForPage = (sim: object, trace: Pick<TraceRecorder, 'raw' | 'lastExchange'>): (() => void) => {
  if (pageFolder() === undefined) return () => undefined;
  const senders = watchSenders(trace);
  ofTests.set(sim, senders);
  return () => senders.stop();
};

export const sentFromIn = (sim: object): SentFrom | undefined => ofTests.get(sim)?.find();

/** A request that was sent. */
interface Sent {
  readonly key: string;
  readonly site: CallSite;
  /** The last exchange there was: it is a later one. */
  readonly after: number;
}

export const watchSenders = (trace: Pick<TraceRecorder, 'raw' | 'lastExchange'>): Senders => {
  const sent: Sent[] = [];
  const hear = (begun: Begun): void => {
    sent.push({ key: keyOf(begun), site: callSiteOf(hear, depth), after: trace.lastExchange });
  };
  return { find: () => match(trace.raw, sent), stop: hearRequests(hear) };
};

/**
 * The first of those that are still to come is the one that has come. Where they were sent from several places it may have been
 * overtaken by another, so that nothing is said.
 */
const match = (raw: TraceRecorder['raw'], all: readonly Sent[]): SentFrom => {
  const open = [...all];
  const doubtful = new Set<Sent>();
  const place = (one: Sent): string | undefined => (doubtful.has(one) ? undefined : placeOf(one.site));
  const found: Record<number, string> = {};
  for (const entry of raw) {
    if (entry.kind !== 'request') continue;
    const key = keyOf(entry.request);
    const later = open.findIndex(({ after }) => after >= entry.exchange);
    const fitting = open.slice(0, later < 0 ? open.length : later).filter((one) => one.key === key);
    const [first] = fitting;
    if (first === undefined) continue;
    open.splice(open.indexOf(first), 1);
    const [only, ...others] = new Set(fitting.map(place));
    if (others.length > 0) for (const one of fitting) doubtful.add(one);
    else if (only !== undefined) found[entry.exchange] = only;
  }
  return found;
};

const keyOf = ({ method, url }: Begun): string => `${method} ${readUrl(url)?.href ?? url}`;

/** Libraries have many frames between their callers and the request. */
const depth = 60;
