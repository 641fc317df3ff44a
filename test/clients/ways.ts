import type { Layer, WildClient } from './wild-client.ts';

/** Ways into a simulation, and whose requests each of them catches. A new way is a row here and a suite beside it. */
export interface Way {
  /** How it is asked for. */
  readonly told: string;
  readonly reaches: (client: WildClient) => boolean;
  /** Virtual milliseconds that each answer takes because of it. */
  readonly answerTakes?: number;
}

const reach =
  (...layers: readonly Layer[]): Way['reaches'] =>
  ({ layer }) =>
    layers.includes(layer);

const ways = {
  sockets: { told: 'the default', reaches: () => true },
  'sim.fetch': { told: 'handed to the library', reaches: ({ over }) => over !== undefined },
  fetch: { told: "`transport: 'fetch'`", reaches: reach('global fetch') },
  undici: {
    told: '`transport: viaUndici(undici)`',
    reaches: reach('global fetch', 'a copy of global fetch', "undici's global dispatcher"),
  },
  server: { told: "`transport: 'server'`", reaches: () => true },
  'nock 15': { told: '`transport: viaNock(nock)`', reaches: (client) => !reach('HTTP/2')(client) },
  'nock 14': {
    told: '`transport: viaNock(nock)`',
    reaches: (client) => !reach("undici's global dispatcher", 'an undici dispatcher of its own', 'HTTP/2')(client),
    answerTakes: 2,
  },
  'msw 2': { told: '`transport: viaMsw({ http, server })`', reaches: reach('global fetch', 'node:http(s)') },
} as const satisfies Readonly<Record<string, Way>>;

export type WayName = keyof typeof ways;

export const wayNames = Object.keys(ways) as readonly WayName[];

export const wayOf = (name: WayName): Way => ways[name];
