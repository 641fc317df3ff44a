import type { Client } from '../../src/simulation/client-env.ts';
import { correctClients, transportOf } from '../../test/rules/clients/correct-clients.ts';
import { moreWrongClients } from '../../test/rules/clients/more-wrong-clients.ts';
import { libraryDefaults } from '../../test/rules/clients/wrong/library-defaults.ts';
import { wrongClients } from '../../test/rules/clients/wrong-clients.ts';

/** A client whose worth is known. */
export interface Candidate {
  readonly name: string;
  readonly kind: 'wrong' | 'correct';
  readonly client: Client;
  readonly transport: 'sockets' | 'fetch';
}

/** Those that do not send all by the global `fetch`. */
const bySockets = new Set(['neverTimesOut', ...Object.keys(libraryDefaults)]);

export const candidates: readonly Candidate[] = [
  ...Object.entries(wrongClients).map(
    ([name, client]): Candidate => ({
      name,
      kind: 'wrong',
      client,
      transport: bySockets.has(name) ? 'sockets' : 'fetch',
    }),
  ),
  ...Object.entries(moreWrongClients).map(
    ([name, { client }]): Candidate => ({
      name,
      kind: 'wrong',
      client,
      transport: bySockets.has(name) ? 'sockets' : 'fetch',
    }),
  ),
  ...Object.entries(correctClients).map(
    ([name, client]): Candidate => ({ name, kind: 'correct', client, transport: transportOf(name) }),
  ),
];
