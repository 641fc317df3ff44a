/** Takes the answers of a simulation, for those who give them without one. (canned.ts) */
import { writeFileSync } from 'node:fs';
import type { WireAnswer } from '../../src/core/wire.ts';
import { file, type TakenAnswers } from './canned.ts';
import { ask, begin, complete, type ExchangeName, exchangeNames, requestsOf } from './exchanges.ts';

const sim = await begin({ transport: 'none' });
const queryId = await complete(sim);
const requests = requestsOf(sim.env, queryId);
const answers = {} as Record<ExchangeName, WireAnswer>;
for (const name of exchangeNames) answers[name] = await ask(sim, requests.again(name));
const { tokenUrl, regions, clientId, clientSecret, customers, customer } = sim.env;
const env = { tokenUrl, regions, clientId, clientSecret, customers, customer };
const taken: TakenAnswers = { env, queryId, addresses: sim.gateway.addresses, answers };
await sim.stop();
const statuses = exchangeNames.map((name) => answers[name].status).join(' ');
if (statuses !== '200 201 403 200') throw new Error(`the exchanges of the benchmark were answered ${statuses}`);
writeFileSync(file, JSON.stringify(taken));
