import { kinds } from '../field-kinds.ts';
import { showTimes } from '../show.ts';
import { unbounded } from '../words.ts';
import { findIdle, how, lasting, notifications, often } from './phrases.ts';
import { filled, lastingFor, needed, optional, type VerbRows } from './row.ts';

/** One is hit where nothing is said, and any number while a fault lasts. */
const hits = {
  times: filled(kinds.times, ({ for: length }: { readonly for?: unknown }) => (length === undefined ? 1 : unbounded)),
  ...lastingFor,
};

const requests = { ...hits, operation: optional(kinds.operation) };

/** What waits for the next requests or notifications, and hits them. */
export const hittingVerbs = {
  loseNotification: {
    does: 'A notification is sent, and never arrives.',
    example: '{ on: notification, do: loseNotification }',
    fields: hits,
    hits: 'notification',
    says: (action) => `lose ${notifications(action)}${lasting(action.for)}`,
    weight: 1,
    sweep: [{ name: 'notification lost', fields: { times: 1 }, demand: 'either' }],
  },
  delayNotification: {
    does: 'A notification arrives late.',
    example: '{ on: notification, do: delayNotification, by: 70m }',
    fields: { by: needed(kinds.delay), ...hits },
    first: 'by',
    hits: 'notification',
    says: (action) => `delay ${notifications(action)} by ${action.by}${lasting(action.for)}`,
    weight: 1,
    sweep: [{ name: 'notification 11m late', fields: { by: '11m', times: 1 }, demand: 'finish' }],
  },
  repeatNotification: {
    does: 'A notification arrives more than once.',
    example: '{ on: notification, do: repeatNotification, copies: 3, by: 1s }',
    fields: { copies: filled(kinds.copies, 2), by: filled(kinds.interval, '0s'), ...hits },
    hits: 'notification',
    says: (action) =>
      `let ${notifications(action)} arrive ${action.copies === 2 ? 'twice' : showTimes(action.copies)}${
        action.by === '0s' ? '' : `, ${action.by} apart`
      }${lasting(action.for)}`,
    weight: 2,
    sweep: [
      { name: 'notification twice', fields: { copies: 2, by: '0s', times: 1 }, demand: 'finish' },
      { name: 'notification again 6m later', fields: { copies: 2, by: '6m', times: 1 }, demand: 'finish' },
    ],
  },
  fail: {
    does: 'The next requests are refused before the service acts, by the name of an error or a bare status.',
    example: '{ on: listDataQueryRecords, nth: 2, fail: integrationTimeout, times: 3 }',
    fields: { failure: needed(kinds.failure, 'fail'), ...requests },
    first: 'failure',
    isKey: true,
    hits: 'request',
    noun: 'a failure',
    says: (action) =>
      `fail${action.operation === undefined ? '' : ` ${action.operation}`} with ${how(action.failure)}${often(action)}`,
    weight: 4,
  },
  fault: {
    does: 'Something goes wrong with the next requests on the network; "stunt-double list faults" names what can.',
    example: '{ on: downloadFile, fault: resetInBody }',
    fields: {
      fault: needed(kinds.exchangeFault),
      by: optional(kinds.pause),
      pieces: optional(kinds.pieces),
      ...requests,
    },
    first: 'fault',
    isKey: true,
    hits: 'request',
    noun: 'a fault',
    misfit: findIdle,
    says: ({ operation, fault, by, pieces, ...hitting }) => {
      const more = [pieces !== undefined && `in ${pieces} pieces`, by !== undefined && `by ${by}`].filter(Boolean);
      const what = more.length === 0 ? fault : `${fault} (${more.join(', ')})`;
      return `inject ${what}${operation === undefined ? '' : ` into ${operation}`}${often(hitting)}`;
    },
    weight: 4,
  },
} satisfies VerbRows;
