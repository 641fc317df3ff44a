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
    'A fault is of one exchange, which is known only by its request. So through sockets a client is told that it is connected before a',
    'connection fails (`refused`, `unresolved`, `timeout`, the handshake): it sees the same error as of a real server, but hears `connect` and',
    '`secureConnect` first. Under `timeout` its limit for the connection alone does not fall (10 s of `fetch`, `connect.timeout` of undici,',
    '`timeout.connect` of got, `open_timeout` of needle), and it waits for the error; a limit for the whole request does.',
    '',
    '| name | what happens | when | `by`, unless told otherwise | `pieces` |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
};
