import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { handlers, viaMsw } from '../../src/transport/msw.ts';
import { viaNock } from '../../src/transport/nock.ts';
import { createDispatcher, viaUndici } from '../../src/transport/undici.ts';

/* What a program hands over that no compiler has read. */

const untyped = (given: unknown): never => given as never;
const module = untyped({ default: () => undefined });

test.each<[what: string, call: () => unknown, place: string, missing: string, hint: string]>([
  ['the module of nock, for nock', () => viaNock(module), 'viaNock(nock)', 'isActive', 'by default'],
  ['nothing, for nock', () => viaNock(untyped(undefined)), 'viaNock(nock)', 'isActive', 'by default'],
  [
    'msw without a server',
    () => viaMsw(untyped({ http: { all: () => undefined } })),
    'viaMsw({ http, server })',
    'server.use',
    'setupServer()',
  ],
  ['nothing, for msw', () => viaMsw(untyped(undefined)), 'viaMsw({ http, server })', 'http.all', '"msw"'],
  [
    'the module of undici, for undici',
    () => viaUndici(module),
    'viaUndici(undici)',
    'Agent',
    'all that "undici" exports',
  ],
  [
    'a simulation, for its gateway',
    () => handlers({ http: { all: () => 1 } }, untyped({})),
    'handlers(msw, sim.gateway)',
    'gateway.receive',
    '"msw"',
  ],
  [
    'no undici for a dispatcher',
    () => createDispatcher(untyped({}), untyped({})),
    'createDispatcher(undici, sim.gateway)',
    'Agent',
    '"undici"',
  ],
])('%s is refused where it is given', (_, call, place, missing, hint) => {
  expect(call).toThrow(
    expect.objectContaining({
      code: 'BAD_OPTION',
      place,
      what: expect.stringContaining(`"${missing}"`) as string,
      hint: expect.stringContaining(hint) as string,
    }),
  );
});

test('a transport that has not been called is refused, and nothing is left open', async () => {
  await expect(simulate({ transport: untyped(viaUndici) })).rejects.toThrow(/^viaUndici\(undici\): .*undici/);

  await using sim = await simulate();
  expect(sim.trace.entries).toHaveLength(1);
});
