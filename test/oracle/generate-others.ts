import type { Numbers } from './generate-actions.ts';
import { pick } from './generate-settings.ts';
import { recent } from './generate-subjects.ts';
import type { Event, Happening } from './reference/events.ts';
import { answered, eventAt, type History } from './reference/history.ts';
import { attemptsOf } from './reference/notifications.ts';
import { queriesOf } from './reference/queries.ts';
import { pageAt } from './reference/requests.ts';
import { lengths } from './reference/rows.ts';

/** Downloads, emails, deliveries, hearings and repetitions made from numbers. */

const forgeries = ['signature', 'parameter', 'zero', 'letters'] as const;

/** A link is followed at once, or when its five minutes end, or after its listing was sent again in the meantime. */
export const generateDownload = (history: History, { who, a, b, c }: Numbers, now: number): readonly Event[] => {
  const list = recent(
    history,
    (_, index) => {
      const { content } = answered(history, index);
      return content.kind === 'page' && content.page.count > 0;
    },
    a % 4 === 0 ? a >> 2 : 0,
  );
  if (list === undefined) return [];
  const { count, issuedAt } = pageAt(history, list.of);
  const end = Math.max(now, issuedAt + lengths.link + pick([0, -1, 1, 0], a >> 4));
  const download: Happening = {
    kind: 'download',
    list,
    record: b % count,
    what: c % 4 === 3 ? 'schema' : 'file',
    authorized: c % 8 === 6,
    ...((c >> 3) % 8 === 7 && { head: true as const }),
    ...((b >> 3) % 16 === 15 && { forged: pick(forgeries, b >> 7) }),
    ...((c >> 6) % 8 === 7 && { range: pick(['first', 'beyond'] as const, a) }),
  };
  switch (who % 5) {
    case 0:
      return [{ ...download, at: end }];
    case 1:
      return [
        { ...eventAt(history, list.of), at: Math.max(now, issuedAt + lengths.link - 1000) },
        { ...download, at: end },
      ];
    default:
      return [{ ...download, at: now }];
  }
};

const addresses = [
  'a@b.example',
  'a@b.example',
  'c@d.example',
  'no-at',
  'two@at@signs',
  'a b@c',
  '@b',
  'a@',
  '',
  `${'l'.repeat(64)}@b`,
  `${'l'.repeat(65)}@b`,
  `a@${'d'.repeat(252)}`,
  `a@${'d'.repeat(253)}`,
  'absent!',
  'number!',
] as const;

const contents = ['hello', '', 'hello', 'hello', 'ten signs!', 'eleven sign', 'absent!', 'number!'] as const;

export const generateEmail = ({ who, a, b, c }: Numbers): Happening => ({
  kind: 'email',
  to: a % 2 === 0 ? addresses[0] : pick(addresses, a >> 1),
  from: b % 2 === 0 ? addresses[2] : pick(addresses, b >> 1),
  content: pick(contents, c),
  json: c % 16 !== 15,
  ...(who % 3 === 1 && { type: pick(['absent', 'text', 'latin'] as const, who >> 2) }),
  ...((who >> 4) % 8 === 7 && { encoded: true as const }),
  ...((who >> 7) % 8 === 7 && { marked: true as const }),
  ...((who >> 10) % 4 === 3 && { stranger: true as const }),
});

export const generateDelivered = (history: History, { a }: Numbers): Happening | undefined => {
  const request = recent(
    history,
    (event, index) =>
      'held' in event &&
      event.held &&
      !history.events.some((other) => other.kind === 'delivered' && other.request.of === index),
    a,
  );
  return request === undefined ? undefined : { kind: 'delivered', request };
};

export const generateHeard = (history: History, { a, b }: Numbers, now: number): Happening | undefined => {
  const view = { before: history.events.length, now };
  const open = queriesOf(history, view).flatMap((query) =>
    attemptsOf(history, query, view)
      .filter(({ heard }) => heard === undefined)
      .map(({ number }) => ({ query: { of: query.startedBy }, attempt: number })),
  );
  return open.length === 0 ? undefined : { kind: 'heard', ...pick(open, a), accepted: b % 3 === 2 };
};

const repeatable: ReadonlySet<string> = new Set(['create', 'list', 'download', 'email', 'token', 'store']);

/** Something asked before, word for word. */
export const generateAgain = (history: History, number: number): Happening | undefined => {
  const former = recent(history, ({ kind }) => repeatable.has(kind), number);
  if (former === undefined) return undefined;
  const { at: _, ...happening } = eventAt(history, former.of);
  return happening;
};

const bursts = [6, 5, 11, 4, 10, 7, 21, 3, 6, 2] as const;

/** As many repetitions as limits take, or one more, at once or within moments; some with their answers held back. */
export const generateBurst = (history: History, { who, a, b, c }: Numbers): Happening[] => {
  const former =
    recent(history, ({ kind }) => kind === (b % 2 === 0 ? 'create' : 'list'), a) ??
    recent(history, ({ kind }) => kind === 'create' || kind === 'list', a);
  if (former === undefined) return [];
  const { kind } = eventAt(history, former.of);
  const another = recent(history, (event) => event.kind === kind, b >> 1) ?? former;
  return Array.from({ length: pick(bursts, c) }, (_item, index) => {
    const { at: _, ...happening } = eventAt(history, b % 3 === 0 && index % 2 > 0 ? another.of : former.of);
    return { ...happening, ...(who % 3 === 0 ? { held: true } : {}) };
  });
};
