import type { Scenario } from '../../language/ast.ts';
import { boundary, type BoundaryName } from '../../spec/boundaries.ts';
import { findPageSize } from '../page-size.ts';
import { ms } from '../../spec/time.ts';
import type { Entry } from '../../trace/entry.ts';

const sides = ['one below', 'at', 'one above'] as const;

/** The name of a cell: a boundary, and the side of it that was stepped on. */
export const boundaryCell = (name: BoundaryName, side: (typeof sides)[number]): string => `${name}: ${side}`;

/** What has to come so long after what, for a boundary in time. */
interface Span {
  readonly name: BoundaryName;
  readonly from: Mark;
  readonly to: Mark;
}

/** Things that happen and that lengths are counted from, or to. */
type Mark =
  | 'token'
  | 'storeToken'
  | 'call'
  | 'storeCall'
  | 'create'
  | 'list'
  | 'page'
  | 'listed'
  | 'download'
  | 'notified';

const spans: readonly Span[] = [
  { name: 'tokenLife', from: 'token', to: 'call' },
  { name: 'storeTokenLife', from: 'storeToken', to: 'storeCall' },
  { name: 'answerMemory', from: 'listed', to: 'list' },
  { name: 'linkLife', from: 'listed', to: 'download' },
  { name: 'listingHour', from: 'notified', to: 'list' },
  { name: 'pageTokenHour', from: 'notified', to: 'page' },
  { name: 'secondOfCreates', from: 'create', to: 'create' },
  { name: 'twentyMinutesOfCreates', from: 'create', to: 'create' },
  { name: 'secondOfLists', from: 'list', to: 'list' },
];

/** Limits that are counted, by the name that answers carry. */
const counted = {
  createRate: 'createsInASecond',
  createBurst: 'createsAtOnce',
  createOverall: 'createsInTwentyMinutes',
  listRate: 'listsInASecond',
  listBurst: 'listsAtOnce',
} as const satisfies Partial<Record<string, BoundaryName>>;

/** The sides of the boundaries that a run stepped on. */
export const findBoundaries = (entries: readonly Entry[], { customers }: Scenario): ReadonlySet<string> => {
  const cells = new Set<string>();
  const times = new Map<Mark, Set<number>>([['token', new Set([0])]]);
  const mark = (what: Mark, at: number): void => {
    for (const { name, from } of spans.filter(({ to }) => to === what)) {
      const length = lengthOf(name);
      for (const [index, beside] of [-1, 0, 1].entries()) {
        if (times.get(from)?.has(at - length - beside) === true) cells.add(boundaryCell(name, sides[index] ?? 'at'));
      }
    }
    const known = times.get(what);
    if (known === undefined) times.set(what, new Set([at]));
    else known.add(at);
  };
  const operations = new Map<number, string>();
  for (const entry of entries) {
    if (entry.kind === 'request') {
      operations.set(entry.exchange, entry.operation);
      for (const what of marksOfRequest(entry)) mark(what, entry.at);
    } else if (entry.kind === 'answer') {
      const operation = operations.get(entry.exchange);
      for (const what of marksOfAnswer(operation, entry)) mark(what, entry.at);
      for (const cell of countedCells(entry)) cells.add(cell);
    } else if (entry.kind === 'notification') mark('notified', entry.at);
  }
  const pageSize = findPageSize(entries);
  for (const { records } of customers) {
    const beside = typeof records === 'number' ? records - pageSize : undefined;
    if (beside !== undefined && Math.abs(beside) <= 1)
      cells.add(boundaryCell('onePageOfRecords', sides[beside + 1] ?? 'at'));
  }
  return cells;
};

const lengths = new Map<BoundaryName, number>();

const lengthOf = (name: BoundaryName): number => {
  const known = lengths.get(name);
  if (known !== undefined) return known;
  const { at } = boundary(name);
  const length = typeof at === 'string' ? ms(at) : at;
  lengths.set(name, length);
  return length;
};

const marksOfRequest = ({ operation, request }: Extract<Entry, { kind: 'request' }>): readonly Mark[] => {
  switch (operation) {
    case 'createDataQuery':
      return ['call', 'create'];
    case 'listDataQueryRecords':
      return ['call', 'list', ...(request.url.includes('nextPageToken=') ? (['page'] as const) : [])];
    case 'callSubmission':
    case 'callReporting':
      return ['storeCall'];
    case 'downloadFile':
    case 'downloadSchema':
      return ['download'];
    default:
      return [];
  }
};

const marksOfAnswer = (
  operation: string | undefined,
  { answer, rememberedSince }: Extract<Entry, { kind: 'answer' }>,
): readonly Mark[] => {
  if (answer.status !== 200 || rememberedSince !== undefined) return [];
  if (operation === 'requestToken') return ['token', 'storeToken'];
  return operation === 'listDataQueryRecords' ? ['listed'] : [];
};

const countedCells = ({ usage = {}, row }: Extract<Entry, { kind: 'answer' }>): readonly string[] => {
  const isThrottled = row === 'tooManyRequests' || row === 'scopeThrottled';
  return Object.entries(usage).flatMap(([limit, used]) => {
    const name = Object.hasOwn(counted, limit) ? counted[limit as keyof typeof counted] : undefined;
    if (name === undefined) return [];
    const over = used - lengthOf(name);
    if (isThrottled && over >= 0) return [boundaryCell(name, 'one above')];
    return over === 0 ? [boundaryCell(name, 'at')] : over === -1 ? [boundaryCell(name, 'one below')] : [];
  });
};
