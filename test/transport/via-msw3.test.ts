import './with-resolvers.ts';
import { http, HttpResponse } from 'msw3';
import { setupServer } from 'msw3/node';
import { besideMsw, gaps } from './beside-msw.ts';
import { clients } from './clients.ts';
import { contract } from './contract.ts';
import { scenarios } from './scenarios.ts';

const msw3 = { http, HttpResponse, setupServer, unhandled: (how: string) => ({ onUnhandledFrame: how }) };
const transport = besideMsw(msw3 as never);

/** Not got: a connection that msw 3 lets pass, and that then fails, tells of it once more where nobody can hear. */
const reached = ['global fetch', 'node:http default import', 'axios, http adapter'];

for (const [name, client] of Object.entries(clients).filter(([library]) => reached.includes(library)))
  contract(`msw 3, ${name}`, async (gateway) => ({ client, undo: await transport(gateway) }), gaps);

scenarios('msw 3', transport);
