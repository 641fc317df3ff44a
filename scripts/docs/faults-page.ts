import { exchangeFaultNames, exchangeFaultRow } from '../../src/spec/faults.ts';

/** When it happens, in words. */
const phases = {
  connect: 'before there is a connection: the service hears nothing',
  handshake: 'while TLS is agreed on: the service hears nothing',
  request: 'on the way of the request: the service hears nothing',
  answer: 'once the service has acted, before the answer begins',
  body: 'while the answer arrives',
} as const;

/** docs/faults.md, from the table of the faults. */
export const renderFaults = (): string => {
  const rows = exchangeFaultNames.map((name) => {
    const { what, phase, by = '', pieces = '' } = exchangeFaultRow(name);
    return `| \`${name}\` | ${what} | ${phases[phase]} | ${by} | ${pieces} |`;
  });
  return [
    '<!-- Written by scripts/generate-docs.ts from src/spec/faults.ts. Change the table there, then run: npx tsx scripts/generate-docs.ts -->',
    '',
    '# Faults of the network',
    '',
    'What can happen to an exchange on its way, in virtual time. Clients see what a real server would have shown them: tests',
    'compare the two, for several libraries. A bad certificate is seen by clients that verify; others get through. Where there is no',
    'TLS, and at the server, what goes wrong with the handshake is a reset.',
    '',
    'Through sockets, a fault that keeps a client from connecting (`refused`, `unresolved`, `timeout`, the handshake) is decided on before the',
    'client is told of its connection. Its socket hears no `connect`, or with a bad certificate no `secureConnect`, and under `timeout` its limit',
    'for connecting falls: 10 s of `fetch`, `connect.timeout` of undici, `timeout.connect` of got, `open_timeout` of needle. For its request is',
    'known by then: `node:http` writes it ahead of the connection, `fetch` and undici announce it. Of some nothing is known ahead, and they are',
    'told that they are connected before they see the same error: `node:http2` and what speaks HTTP/2 by it (got, axios), a body that is a',
    'stream and not there at once. So is whoever sends on a connection that was kept open. Of the other transports, `viaUndici`, `fetch` and',
    '`sim.fetch` have the ten seconds.',
    '',
    '| name | what happens | when | `by`, unless told otherwise | `pieces` |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
};
