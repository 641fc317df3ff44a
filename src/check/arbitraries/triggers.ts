import type { Arbitrary } from 'fast-check';
import type { EventName } from '../../core/event.ts';
import type { ExchangeName, Trigger, Where } from '../../language/ast.ts';
import { given } from '../../language/data.ts';
import type { ClientProfile } from '../client-profile.ts';
import { lengthsBelow } from './durations.ts';
import { type FC, onceIn, oneOf, type Table } from './odds.ts';

export type On = Extract<Trigger, { kind: 'on' }>;

/** Right before an exchange, the first unless it says so. */
export const on = (exchange: ExchangeName, nth = 1): On => ({ kind: 'on', exchange, nth });

/** So long after the first such event. */
export const after = (event: EventName, wait: string): Trigger => ({ kind: 'after', event, nth: 1, wait });

/** The exchanges a step can stand in front of, and how often it does: creates, listings and notifications decide most. */
const weights = {
  createDataQuery: 3,
  listDataQueryRecords: 4,
  notification: 2,
  downloadFile: 2,
  requestToken: 2,
  downloadSchema: 1,
  callReporting: 1,
  callSubmission: 1,
  sendEmail: 1,
} as const satisfies Readonly<Record<ExchangeName, number>>;

const exchangeNames = Object.keys(weights) as (keyof typeof weights)[];

/** The exchanges that a client has. A token may be asked for only once something has gone wrong. */
export const exchangesOf = ({ exchanges }: ClientProfile): readonly ExchangeName[] => {
  const met = exchangeNames.filter((name) => name === 'requestToken' || (exchanges[name] ?? 0) > 0);
  return met.length > 1 ? met : exchangeNames;
};

/** Something of one of the exchanges that a client has, as often as they are worth it. */
export const ofExchanges = <T>(
  fc: FC,
  profile: ClientProfile,
  of: (exchange: ExchangeName) => Arbitrary<T>,
): Arbitrary<T> => {
  const [first, ...others] = exchangesOf(profile).map((name) => [weights[name], of(name)] as const);
  if (first === undefined) throw new Error('a client has no exchange at all');
  return oneOf(fc, first, ...others);
};

const positions: Table<number> = [1, 1, 2, 1, 1, 3, 1, 2];
const farPositions: Table<number> = [5, 6, 4, 10, 11, 20, 21, 22];

/** Which of its kind: one that the client has, or one of the retries that a fault leads to. */
export const nthOf = (fc: FC, { exchanges }: ClientProfile, exchange: ExchangeName): Arbitrary<number> => {
  const usual = exchanges[exchange] ?? 0;
  const near = fc.constantFrom(...positions);
  if (usual < 2) return near;
  return oneOf(fc, [3, near], [4, fc.integer({ min: 1, max: usual + 1 })], [1, fc.constantFrom(...farPositions)]);
};

/** What may be asked of an exchange, so that a step waits for one among many. */
const filters: Partial<Readonly<Record<ExchangeName, Table<Where>>>> = {
  createDataQuery: [{ region: 'eu-west-1' }, { region: 'us-east-1' }],
  listDataQueryRecords: [{ page: 2 }, { page: 1 }, { region: 'us-east-1' }],
  requestToken: [{ grant: 'refresh_token' }, { grant: 'client_credentials' }],
  downloadFile: [{ record: 2 }, { record: 1 }],
  notification: [{ status: 'completed' }, { status: 'canceled' }],
};

/** Right before one exchange; now and then one among many. */
export const beforeExchange = (fc: FC, profile: ClientProfile, exchange: ExchangeName): Arbitrary<On> => {
  const asked = filters[exchange];
  return fc
    .record({
      nth: nthOf(fc, profile, exchange),
      where: asked === undefined ? fc.constant(undefined) : onceIn(fc, 16, fc.constantFrom(...asked)),
    })
    .map(({ nth, where }) => ({ kind: 'on', exchange, nth, ...given({ where }) }));
};

const events: Table<EventName> = [
  'created',
  'notified',
  'listed',
  'created',
  'completed',
  'tokenRefreshed',
  'downloaded',
  'created',
  'canceled',
];

const waits = ['0s', '0s', '1m', ...lengthsBelow('2h')] as const;
const times = ['0s', '5m', ...lengthsBelow('2h')] as const;

/** Right before an exchange, after an event, or by the clock: at a boundary, or a millisecond beside it. */
export const triggers = (fc: FC, profile: ClientProfile): Arbitrary<Trigger> =>
  oneOf<Trigger>(
    fc,
    [5, ofExchanges<Trigger>(fc, profile, (exchange) => beforeExchange(fc, profile, exchange))],
    [
      2,
      fc.record({
        kind: fc.constant('after'),
        event: fc.constantFrom(...events),
        nth: fc.constantFrom(1, 1, 2),
        wait: fc.constantFrom(...waits),
      }),
    ],
    [1, fc.record({ kind: fc.constant('at'), time: fc.constantFrom(...times) })],
  );
