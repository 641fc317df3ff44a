import { boundary, boundaryNames, type BoundaryName } from '../../spec/boundaries.ts';
import { findPageSize } from '../client-profile.ts';
import type { OperationName } from '../../spec/routes.ts';
import { ms } from '../../spec/time.ts';
import type { Entry } from '../../trace/entry.ts';
import type { Trial } from '../trial/trial.ts';

export const sides = ['one below', 'at', 'one above'] as const;

/** The name of a cell: a boundary, and the side of it that was stepped on. */
export const boundaryCell = (name: BoundaryName, side: (typeof sides)[number]): string => `${name}: ${side}`;

/** The cells of the sides of boundaries. */
export const boundaryCells = (...names: readonly BoundaryName[]): readonly string[] =>
  names.flatMap((name) => sides.map((side) => boundaryCell(name, side)));

/** What has to come so long after what, for a boundary in time. */
interface Span {
  readonly name: BoundaryName;
  readonly from: RunEvent;
  readonly to: RunEvent;
}

/** What happens in a run that lengths are counted from, or to. */
type RunEvent =
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
export const findBoundaries = ({ raw, scenario }: Pick<Trial, 'raw' | 'scenario'>): readonly string[] => [
  ...spanCells(raw),
  ...raw.flatMap((entry) => (entry.kind === 'answer' ? countedCells(entry) : [])),
  ...pageCells(scenario, findPageSize({ raw })),
];

const spanCells = (entries: readonly Entry[]): readonly string[] => {
  const times = timesOf(entries);
  return spans.flatMap(({ name, from, to }) => {
    const starts = new Set(times.get(from));
    const length = lengthOf(name);
    return sides.flatMap((side, index) => {
      const isSteppedOn = (times.get(to) ?? []).some((at) => starts.has(at - length - (index - 1)));
      return isSteppedOn ? [boundaryCell(name, side)] : [];
    });
  });
};

/** When what happened. The first token is there from the start. */
const timesOf = (entries: readonly Entry[]): ReadonlyMap<RunEvent, readonly number[]> => {
  const times = new Map<RunEvent, number[]>([['token', [0]]]);
  const operations = new Map<number, string>();
  for (const entry of entries) {
    if (entry.kind === 'request') operations.set(entry.exchange, entry.operation);
    for (const event of eventsOf(entry, operations)) {
      const known = times.get(event) ?? [];
      known.push(entry.at);
      times.set(event, known);
    }
  }
  return times;
};

const eventsOf = (entry: Entry, operations: ReadonlyMap<number, string>): readonly RunEvent[] => {
  switch (entry.kind) {
    case 'request':
      return eventsOfRequest(entry);
    case 'answer':
      return eventsOfAnswer(operations.get(entry.exchange), entry);
    case 'notification':
      return ['notified'];
    default:
      return [];
  }
};

const pageCells = ({ customers }: Trial['scenario'], pageSize: number): readonly string[] =>
  customers.flatMap(({ records }) => {
    const side = typeof records === 'number' ? sides[records - pageSize + 1] : undefined;
    return side === undefined ? [] : [boundaryCell('onePageOfRecords', side)];
  });

const lengths: ReadonlyMap<BoundaryName, number> = new Map(
  boundaryNames.map((name) => {
    const { at } = boundary(name);
    return [name, typeof at === 'string' ? ms(at) : at];
  }),
);

const lengthOf = (name: BoundaryName): number => lengths.get(name) as number;

const eventsOfRequest = ({ operation, request }: Extract<Entry, { kind: 'request' }>): readonly RunEvent[] => {
  const isNextPage = operation === 'listDataQueryRecords' && request.url.includes('nextPageToken=');
  return isNextPage ? ['call', 'list', 'page'] : (requestEvents[operation] ?? []);
};

const requestEvents: Partial<Readonly<Record<OperationName | 'unknown', readonly RunEvent[]>>> = {
  createDataQuery: ['call', 'create'],
  listDataQueryRecords: ['call', 'list'],
  callSubmission: ['storeCall'],
  callReporting: ['storeCall'],
  downloadFile: ['download'],
  downloadSchema: ['download'],
};

const eventsOfAnswer = (
  operation: string | undefined,
  { answer, rememberedSince }: Extract<Entry, { kind: 'answer' }>,
): readonly RunEvent[] => {
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
