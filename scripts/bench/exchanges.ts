import type { WireAnswer, WireRequest } from '../../src/core/wire.ts';
import { storeScopes } from '../../src/spec/scopes.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { simulate, type SimulateOptions } from '../../src/index.ts';

/** What the contenders of a benchmark are asked: the same requests, with the same bytes in their answers. */

export const exchangeNames = ['token', 'create', 'refused', 'list'] as const;
export type ExchangeName = (typeof exchangeNames)[number];

/** Customers who ask for data that nobody has asked for yet, and the number of records that fill a page. */
export const customersAtOnce = 100;
const records = 250;

/** Less than the five minutes for which answers are remembered: so what was asked before a wait is remembered behind it. */
export const collects = '1m';

const many = 1_000_000_000;

export const manyLimits = {
  createRate: many,
  createBurst: many,
  createOverall: many,
  listRate: many,
  listBurst: many,
  listDaily: many,
} as const;

/** Made once, for who begins a simulation is measured, and not who writes down what it is to be like. */
const usual: SimulateOptions = {
  customers: Array.from({ length: customersAtOnce }, (_, index) => ({ id: `customer-${index}`, records, collects })),
  limits: { listingWindow: '365d', ...manyLimits },
  assumptions: { 'token.lifetime': '365d', 'cache.unknownParameter': 'different' },
  unfired: 'ignore',
};

/** A simulation in which no limit and no end of a token stands in the way of asking a thousand times. */
export const begin = (options: SimulateOptions = {}): Promise<Simulation> =>
  simulate(Object.assign({}, usual, options));

/** What its requests are made of. */
export type Env = Pick<
  Simulation['env'],
  'tokenUrl' | 'regions' | 'clientId' | 'clientSecret' | 'customers' | 'customer'
>;

/** The requests of a simulation's client, with the headers that it gives them itself. */
export interface Requests {
  /** The same again and again, so that the answers are remembered; a token and a refusal never are. */
  readonly again: (name: ExchangeName) => WireRequest;
  /** Another one each time: of another customer, or for a page that has not been made. */
  readonly anew: (name: ExchangeName, at: number) => WireRequest;
}

export const requestsOf = (env: Env, queryId: string): Requests => {
  const base = env.regions['eu-west-1'];
  const tokens = env.customers.map((customer) => customer.accessToken);
  const scope = env.customer.scope;
  const ask = (method: string, url: string, token: string | undefined): WireRequest => {
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return { method, url, headers: authorization, body: '' };
  };
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: env.clientId,
    client_secret: env.clientSecret,
    scope: storeScopes.submission,
  }).toString();
  const token: WireRequest = {
    method: 'POST',
    url: env.tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  };
  const [first] = tokens;
  const create = (customer: string | undefined): WireRequest => ask('POST', `${base}/${scope}/data-queries`, customer);
  const list = `${base}/${scope}/data-queries/${queryId}/records?maxResults=${records}`;
  const all = { token, create: create(first), refused: create('nobody'), list: ask('GET', list, first) };
  return {
    again: (name) => all[name],
    anew: (name, at) => {
      if (name === 'create') return create(tokens[at % customersAtOnce]);
      return name === 'list' ? ask('GET', `${list}&round=${at}`, first) : all[name];
    },
  };
};

/** Lets all queries end and all answers be forgotten, so that everybody may ask anew. */
export const forget = (sim: Simulation): Promise<void> => sim.elapse('2h');

/**
 * A query of the first customer that is completed, so that its records can be listed; who asks for it again is remembered. With it
 * all others end: a simulation in which something waits for time tells so, when nobody moves it.
 */
export const complete = async (sim: Simulation): Promise<string> => {
  const answer = await ask(sim, requestsOf(sim.env, '').again('create'));
  await sim.elapse(collects);
  return (JSON.parse(answer.body) as { readonly id: string }).id;
};

export const ask = async (sim: Simulation, request: WireRequest): Promise<WireAnswer> => {
  const outcome = await sim.gateway.receive(request, new AbortController().signal);
  if ('broken' in outcome) throw new Error(`${request.url} broke`);
  return outcome;
};
