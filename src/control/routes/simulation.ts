import type { SimulatedApplication } from '../../simulation/application.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { isMisuse, Misuse, refuse } from '../../misuse.ts';
import { suggest } from '../../nearest.ts';
import { type Region, regionNames } from '../../spec/regions.ts';
import { fieldsOf } from '../bodies.ts';
import { clockSchema, tellClock } from '../clock.ts';
import { list, object, openObject, text, whole } from '../json-schema.ts';
import { aText, aWord, optional } from '../kinds.ts';
import { route } from '../route.ts';
import type { Session } from '../session.ts';
import { readUrl } from '../../spec/read-url.ts';

/** What runs. */
export const tellState = (session: Session) => {
  const { sim, scenario } = session.controlled;
  return {
    ...(scenario !== undefined && { scenario: scenario.name }),
    clock: tellClock(session),
    entries: sim.trace.entries.length,
    exchanges: sim.trace.entries.filter(({ kind }) => kind === 'request').length,
    unfired: sim.unfired.length,
    assumed: sim.assumed,
  };
};

export const stateSchema = object(
  'What runs, in short.',
  {
    scenario: text('The name of the scenario, if one is played.'),
    clock: clockSchema,
    entries: whole('How many entries the trace has.'),
    exchanges: whole('How many requests have come.'),
    unfired: whole('How many steps wait for their moment.'),
    assumed: list('The open points of the interfaces that decided something so far.', { type: 'string' }),
  },
  ['scenario'],
);

const application = optional(aText('The client id of one of the applications. Without it the first.'));

/** The one that a request names. Throws Misuse UNKNOWN_APPLICATION. */
const findApplication = ({ applications }: Simulation, clientId: string, place: string): SimulatedApplication => {
  const found = applications.find(({ id }) => id === clientId);
  if (found !== undefined) return found;
  const ids = applications.map(({ id }) => id);
  throw new Misuse('UNKNOWN_APPLICATION', place, `there is no application ${clientId}`, suggest(clientId, ids));
};

/** An environment without what cannot be written: functions, and the signal of its end. */
const tellEnv = (sim: Simulation, clientId: string | undefined): Readonly<Record<string, unknown>> => {
  const of = clientId === undefined ? sim.env : findApplication(sim, clientId, 'query, "application"').env;
  const told = Object.entries(of).filter(([name, value]) => name !== 'signal' && typeof value !== 'function');
  return { ...Object.fromEntries(told), ...(sim.ca !== undefined && { ca: sim.ca }) };
};

interface Authorization {
  readonly application: string | undefined;
  readonly customer: string | undefined;
  readonly scope: string | undefined;
}

const authorize = (sim: Simulation, { application: clientId, customer, scope }: Authorization): string => {
  const known = sim.customers.filter(({ id }) => customer === undefined || id === customer);
  const ids = [...new Set(sim.customers.map(({ id }) => id))];
  if (customer !== undefined && known.length === 0) {
    throw new Misuse('UNKNOWN_CUSTOMER', 'body, "customer"', `there is no ${customer}`, suggest(customer, ids));
  }
  const by = known.find((one) => scope === undefined || one.scope === scope);
  if (by === undefined) {
    const scopes = known.map((one) => one.scope);
    throw new Misuse('UNKNOWN_SCOPE', 'body, "scope"', `they have no scope ${scope}`, suggest(scope, scopes));
  }
  const { id = '' } =
    (clientId === undefined ? sim.applications[0] : findApplication(sim, clientId, 'body, "application"')) ?? {};
  if (id !== '' && !sim.world.applications.some((one) => one.id === id)) {
    const hint = 'make it anew with the step { do: createProfile }';
    throw new Misuse('UNKNOWN_APPLICATION', 'body, "application"', `the profile of ${id} is deleted`, hint);
  }
  return sim.authorize(by, id);
};

const checkUrl = (url: string): string => {
  if (/^https?:$/.test(readUrl(url)?.protocol ?? '')) return url;
  throw refuse('body, "url"', `${JSON.stringify(url)} is no address`, urlRemedy);
};

const urlRemedy = 'write one of this machine, such as "http://127.0.0.1:8080/hook"';

/** A test may allow other hosts; whoever drives a simulation from outside has no say in it. */
const register = (act: () => void): void => {
  try {
    act();
  } catch (error) {
    if (isMisuse(error) && error.code === 'BAD_OPTION') throw refuse('body, "url"', error.what, urlRemedy);
    throw error;
  }
};

export const simulationRoutes = [
  route({
    method: 'GET',
    path: 'state',
    name: 'getState',
    group: 'simulation',
    what: 'Tells what runs, in short.',
    gives: { as: 'json', schema: stateSchema },
    codes: [],
    act: ({ session }) => tellState(session),
  }),
  route({
    method: 'GET',
    path: 'env',
    name: 'getEnv',
    group: 'simulation',
    what: 'Tells what a client is configured with: addresses, credentials, customers and their tokens.',
    more: 'It is what a client module gets as `env`. **Its secrets are the real ones**, for a client cannot do without.',
    query: { application },
    gives: {
      as: 'json',
      schema: openObject('What a client is configured with.', {
        tokenUrl: text('Interface B: where tokens are asked for.'),
        emailUrl: text('Interface A: where e-mails are sent.'),
        storeUrls: openObject('Base addresses of the two store APIs.'),
        regions: openObject('Base addresses of interface C, one for each region.'),
        clientId: text('The client id.'),
        clientSecret: text('The client secret, as it is.'),
        customers: list('Those who authorized the application, with their tokens.', openObject('A customer.')),
      }),
    },
    codes: ['UNKNOWN_APPLICATION'],
    tellsSecrets: true,
    act: ({ session, query }) => tellEnv(session.controlled.sim, query.application),
  }),
  route({
    method: 'POST',
    path: 'authorizations',
    name: 'authorize',
    group: 'simulation',
    what: 'A customer authorizes an application, again: gives the code that it exchanges for tokens.',
    more: 'The code is the real one. It is exchanged at the `tokenUrl` of the environment.',
    body: fieldsOf(
      'Who authorizes what.',
      {
        application,
        customer: optional(aText('The id of the customer. Without it the first.')),
        scope: optional(aText('The scope. Without it the first that the customer has.')),
      },
      { customer: 'customer-1' },
    ),
    gives: { as: 'json', schema: object('What comes of it.', { code: text('The authorization code, as it is.') }) },
    status: 201,
    codes: ['UNKNOWN_APPLICATION', 'UNKNOWN_CUSTOMER', 'UNKNOWN_SCOPE'],
    tellsSecrets: true,
    act: ({ session, body }) => ({ code: authorize(session.controlled.sim, body) }),
  }),
  route({
    method: 'PUT',
    path: 'endpoint',
    name: 'registerEndpoint',
    group: 'simulation',
    what: 'Registers where an application gets its notifications.',
    more: 'The address has to be one of this machine. Registering again replaces what was there.',
    body: fieldsOf(
      'Where notifications go.',
      {
        url: aText('The address that they are posted to.', 2000),
        region: optional(aWord<Region>('The region whose notifications go there. Without it all.', regionNames)),
        application,
      },
      { url: 'http://127.0.0.1:8080/notifications' },
    ),
    gives: { as: 'json', schema: object('What was registered.', { url: text('The address.') }) },
    codes: ['BAD_OPTION', 'UNKNOWN_APPLICATION'],
    act: ({ session, body: { url, region, application: clientId } }) => {
      const { sim } = session.controlled;
      const of = clientId === undefined ? sim.env : findApplication(sim, clientId, 'body, "application"').env;
      register(() => of.onNotification(checkUrl(url), { region }));
      return { url };
    },
  }),
];
