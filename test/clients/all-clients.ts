import { fetches } from './fetches.ts';
import { copiedTimers, nodeItself } from './node-itself.ts';
import { http2Clients, limitedByStreams } from './http2.ts';
import { nodeLibraries } from './node-libraries.ts';
import { oauthLibraries } from './oauth.ts';
import { retryLibraries } from './retries.ts';
import { undiciClients } from './undici.ts';
import type { WayName } from './ways.ts';
import type { WildClient } from './wild-client.ts';

/** Every client of the table in docs/clients.md, in its order. */
export const clients: readonly WildClient[] = [
  ...fetches,
  ...nodeItself,
  ...nodeLibraries,
  ...undiciClients,
  ...http2Clients,
  ...oauthLibraries,
  ...retryLibraries,
];

/** What each client is told to do. */
export const cases = ['token', 'retried create', 'paged list', 'download', 'own time-out'] as const;

/** Enough to know a way by: a download needs a token and a listing. */
export const fewCases = ['retried create', 'download', 'own time-out'] as const;

export type Case = (typeof cases)[number];

/** Where a client does not do what it should: run all the same, and it has to fail. */
export interface Gap {
  readonly client: string;
  readonly case: Case;
  /** On these ways only; on all of them without. */
  readonly ways?: readonly WayName[];
  /** Not if `stunt-double/register` was imported before everything else. */
  readonly unlessRegistered?: true;
  readonly because: string;
}

/** Those that have their time limits from a socket. */
const limitedBySockets = nodeItself.map(({ name }) => name);

export const gaps: readonly Gap[] = [
  {
    client: copiedTimers,
    case: 'retried create',
    unlessRegistered: true,
    because: 'its copy of `setTimeout` is the real one unless `stunt-double/register` was imported before it was made',
  },
  ...limitedBySockets.map((client) => ({
    client,
    case: 'own time-out' as const,
    ways: ['server'] as const,
    because: 'the `timeout` of a socket whose peer is real runs in real time',
  })),
  ...limitedByStreams.map((client) => ({
    client,
    case: 'own time-out' as const,
    ways: ['server'] as const,
    because: 'the time limit of an HTTP/2 session or stream whose peer is real runs in real time',
  })),
  {
    client: 'needle',
    case: 'own time-out',
    ways: ['nock 14', 'nock 15', 'msw 2'],
    because: 'its limit begins with the connection, which is told of only when the answer is there',
  },
  {
    client: 'ky',
    case: 'retried create',
    ways: ['nock 14'],
    because: 'an answer that is retried takes 1 ms instead of 2, for its body is not read',
  },
];

export const findGap = (client: WildClient, name: Case, way: WayName, isRegistered = false): Gap | undefined =>
  gaps.find(
    (gap) =>
      gap.client === client.name &&
      gap.case === name &&
      (gap.ways?.includes(way) ?? true) &&
      !(gap.unlessRegistered && isRegistered),
  );
