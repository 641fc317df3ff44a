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
    '| name | what happens | when | `by`, unless told otherwise | `pieces` |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
};
