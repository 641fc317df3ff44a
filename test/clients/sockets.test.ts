import { expect, test } from 'vitest';
import { regionNames } from '../../src/spec/regions.ts';
import { sampled } from '../sampled.ts';
import { cases, clients, gaps } from './all-clients.ts';
import { tell } from './story.ts';

tell('sockets', cases);

/** HTTP without TLS, at hosts of the user's. */
const hosts = {
  token: 'http://login.test:8080',
  links: 'http://files.test',
  ...Object.fromEntries(regionNames.map((region) => [region, `http://${region}.test/v1`])),
};

const few = sampled(clients, { every: 6, kind: ({ layer }) => layer });

tell('sockets', ['download', 'own time-out'], {
  only: (client) => few.includes(client),
  options: { hosts },
  of: 'without TLS',
});

test('every gap is that of a client, and no two clients have one name', () => {
  const names = clients.map(({ name }) => name);

  expect(gaps.filter(({ client }) => !names.includes(client))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});
