import { showDuration } from '../../spec/time.ts';
import type { Entry } from '../../trace/entry.ts';
import { nameSymptom, type Trial } from '../trial/trial.ts';

/** One call as a client makes it. */
export interface Call {
  /** The operation, or method and path where there is none. */
  readonly what: string;
  /** Virtual milliseconds. */
  readonly at: number;
  readonly request: Extract<Entry, { kind: 'request' }>['request'];
}

/** How a client behaved in a scenario: what it sent and when, how it ended, what it broke. */
export interface Behaviour {
  readonly calls: readonly Call[];
  readonly ended: string;
  readonly broken: readonly string[];
}

export const behaviourOf = ({ trace, outcome, symptoms, warnings }: Trial): Behaviour => ({
  calls: trace.entries.flatMap((entry): readonly Call[] => {
    if (entry.kind !== 'request') return [];
    const { operation, request, at } = entry;
    const path = request.url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*/, '');
    return [{ what: operation === 'unknown' ? `${request.method} ${path}` : operation, at, request }];
  }),
  ended: outcome.ok ? 'succeeds' : `${failing}${withoutIds(outcome.error)}`,
  broken: [...new Set([...symptoms, ...warnings].map(nameSymptom))],
});

const failing = 'fails: ';

/** Ids are the service's words, and differ as soon as a client comes at another time. */
const withoutIds = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');

/** What became different. */
export interface Change {
  /** What it is about: the end, rules, how many requests of a kind, their order, the waits before them, what is in them. */
  readonly kind: 'end' | 'rules' | 'requests' | 'order' | 'waits' | 'content';
  /** As one sentence, with what was first and what is now. */
  readonly text: string;
}

/** What changed from one client's behaviour in a scenario to another's; nothing when they did the same. */
export const compare = (before: Behaviour, after: Behaviour): readonly Change[] => {
  const counts = compareCounts(before, after);
  const order = counts.length > 0 ? [] : compareOrder(before, after);
  const isSameCourse = counts.length === 0 && order.length === 0;
  return [
    ...compareEnds(before, after),
    ...compareRules(before, after),
    ...counts,
    ...order,
    ...(isSameCourse ? [...compareWaits(before, after), ...compareContents(before, after)] : []),
  ];
};

const compareEnds = ({ ended }: Behaviour, after: Behaviour): readonly Change[] => {
  if (ended === after.ended) return [];
  const bothFail = ended.startsWith(failing) && after.ended.startsWith(failing);
  const [was, is] = bothFail ? [ended, after.ended].map((end) => end.slice(failing.length)) : [ended, after.ended];
  return [{ kind: 'end', text: `the client ${bothFail ? failing : ''}${sayChange(was ?? '', is ?? '')}` }];
};

const compareRules = (before: Behaviour, after: Behaviour): readonly Change[] => {
  const gone = before.broken.filter((key) => !after.broken.includes(key));
  const come = after.broken.filter((key) => !before.broken.includes(key));
  return [
    ...come.map((key): Change => ({ kind: 'rules', text: `${key}: kept -> broken` })),
    ...gone.map((key): Change => ({ kind: 'rules', text: `${key}: broken -> kept` })),
  ];
};

const countKinds = (calls: readonly Call[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { what } of calls) counts.set(what, (counts.get(what) ?? 0) + 1);
  return counts;
};

const compareCounts = (before: Behaviour, after: Behaviour): readonly Change[] => {
  const [first, second] = [countKinds(before.calls), countKinds(after.calls)];
  return [...new Set([...first.keys(), ...second.keys()])].flatMap((what): readonly Change[] => {
    const [was, is] = [first.get(what) ?? 0, second.get(what) ?? 0];
    return was === is ? [] : [{ kind: 'requests', text: `${what}: ${was} -> ${is}` }];
  });
};

const compareOrder = (before: Behaviour, after: Behaviour): readonly Change[] => {
  const index = before.calls.findIndex(({ what }, place) => what !== after.calls[place]?.what);
  const [was, is] = [before.calls[index], after.calls[index]];
  if (was === undefined || is === undefined) return [];
  return [{ kind: 'order', text: `request ${index + 1} is ${was.what} -> ${is.what}` }];
};

/** The first wait that differs; those that follow differ with it. */
const compareWaits = (before: Behaviour, after: Behaviour): readonly Change[] => {
  const waitOf = (calls: readonly Call[], index: number): number =>
    (calls[index]?.at ?? 0) - (calls[index - 1]?.at ?? 0);
  const index = before.calls.findIndex((_, place) => waitOf(before.calls, place) !== waitOf(after.calls, place));
  const call = before.calls[index];
  if (call === undefined) return [];
  const [was, is] = [waitOf(before.calls, index), waitOf(after.calls, index)].map(showDuration);
  return [{ kind: 'waits', text: `before ${call.what}: ${was} -> ${is}` }];
};

const compareContents = (before: Behaviour, after: Behaviour): readonly Change[] => {
  const changes = before.calls.flatMap((call, index) => {
    const other = after.calls[index];
    return other === undefined ? [] : compareRequests(call, other);
  });
  return changes.slice(0, 1);
};

/** The first thing in a request that differs and that the client itself has put there. */
const compareRequests = ({ what, request }: Call, { request: other }: Call): readonly Change[] => {
  const content = (name: string, was = 'none', is = 'none'): readonly Change[] =>
    was === is ? [] : [{ kind: 'content', text: `${name} of ${what}: ${sayChange(was, is)}` }];
  const headers = [...new Set([...Object.keys(request.headers), ...Object.keys(other.headers)])].sort();
  const [address, otherAddress] = [readAddress(what, request.url), readAddress(what, other.url)];
  const names = [...new Set([...address.parameters.keys(), ...otherAddress.parameters.keys()])];
  return [
    ...content('the method', request.method, other.method),
    ...content('the address', address.path, otherAddress.path),
    ...names.flatMap((name) =>
      content(`the parameter ${name}`, address.parameters.get(name), otherAddress.parameters.get(name)),
    ),
    ...headers.flatMap((name) => content(`the header ${name}`, request.headers[name], other.headers[name])),
    ...content('the body', request.body, other.body),
  ];
};

/** Links and page tokens are the service's words, too. */
const readAddress = (what: string, url: string) => {
  if (what === 'downloadFile' || what === 'downloadSchema')
    return { path: 'a link', parameters: new Map<string, string>() };
  const { host, pathname, searchParams } = new URL(url);
  const parameters = new Map(searchParams);
  if (parameters.has('nextPageToken')) parameters.set('nextPageToken', 'a token');
  return { path: withoutIds(`${host}${pathname}`), parameters };
};

const longest = 120;

/** So much of what both have is told before what is different. */
const lead = 30;

/** Of long texts that part in which they begin to differ. */
const sayChange = (was: string, is: string): string => {
  let shared = 0;
  while (shared < was.length && was[shared] === is[shared]) shared++;
  const isLong = Math.max(was.length, is.length) > longest;
  const from = isLong ? Math.max(0, shared - lead) : 0;
  const part = (text: string): string => {
    const cut = text.slice(from, from + longest).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
    return `${from > 0 ? '…' : ''}${cut}${text.length > from + longest ? '…' : ''}`;
  };
  return `${part(was)} -> ${part(is)}`;
};
