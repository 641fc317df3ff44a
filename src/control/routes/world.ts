import type { Query } from '../../core/world.ts';
import { serviceNow } from '../clock.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { regionNames } from '../../spec/regions.ts';
import { ms } from '../../spec/time.ts';
import { linksIn, linkSchema } from '../links.ts';
import { type Json, list, object, openObject, text, truth, whole } from '../json-schema.ts';
import { route } from '../route.ts';

const instant = (description: string): Json =>
  whole(`${description} Milliseconds since 1970, by the clock of the service.`);

/** So long it goes on, and not less than nothing. */
const left = (until: number, now: number): number => Math.max(0, until - now);

const tellTokens = (sim: Simulation) => {
  const now = serviceNow(sim);
  const tokens = sim.world.tokens.map((token) => ({
    ...token,
    livesFor: token.revoked ? 0 : left(token.expiresAt, now),
  }));
  return { now, tokens };
};

const tellQueries = (sim: Simulation) => {
  const now = serviceNow(sim);
  const window = ms(String(sim.world.limits.listingWindow));
  return { now, queries: sim.queries.map((query) => ({ ...query, ...remaining(query, now, window) })) };
};

const remaining = (query: Query, now: number, window: number): { readonly livesFor?: number } => {
  if (query.state === 'inProgress') return query.endsAt === undefined ? {} : { livesFor: left(query.endsAt, now) };
  if (query.state === 'canceled' || query.notice.state === 'due') return {};
  const from = query.notice.state === 'accepted' ? query.notice.acceptedAt : query.notice.sentAt;
  return { livesFor: left(from + window, now) };
};

const queryFields = {
  id: text('Its id.'),
  clientId: text('The application that created it.'),
  customerId: text('The customer.'),
  scope: text('The scope.'),
  region: { enum: regionNames, description: 'The region it was created in.' },
  state: { enum: ['inProgress', 'completed', 'canceled'], description: 'Its state.' },
  endsAt: instant('When the collection ends; absent while a scenario holds it.'),
  lost: text('What it will be canceled for.'),
  endedAt: instant('When it ended.'),
  notice: openObject('How far its notification got.', { state: text('`due`, `sent` or `accepted`.') }),
  because: text('What it was canceled for.'),
  livesFor: whole('Milliseconds until the collection ends, or until the hour of listing is over, where that is known.'),
};

const ofAny = ['endsAt', 'lost', 'endedAt', 'notice', 'because', 'livesFor'];

const now = instant('What time it is.');

export const worldRoutes = [
  route({
    method: 'GET',
    path: 'world',
    name: 'getWorld',
    group: 'world',
    what: 'Tells all that the service knows: applications, customers, consents, tokens, queries, answers that it remembers, and what it goes by.',
    more: 'It is `sim.world` in TypeScript; tokens come without their text.',
    gives: {
      as: 'json',
      schema: openObject('All that the service knows.', {
        applications: list('The applications.', openObject('An application.')),
        customers: list('The customers.', openObject('A customer.')),
        consents: list('Who consented to what.', openObject('A consent.')),
        tokens: list('Access tokens, without their text.', openObject('A token.')),
        queries: list('The queries.', openObject('A query.')),
        outbox: list('E-mails that were accepted.', openObject('An e-mail.')),
        limits: openObject('How much, and how long.'),
        assumptions: openObject('How the open points were decided.'),
      }),
    },
    codes: [],
    act: ({ session }) => session.controlled.sim.world,
  }),
  route({
    method: 'GET',
    path: 'tokens',
    name: 'getTokens',
    group: 'world',
    what: 'Tells the access tokens that there are, and how long each still lives.',
    gives: {
      as: 'json',
      schema: object('The tokens.', {
        now,
        tokens: list(
          'Oldest first, without their text.',
          object(
            'A token.',
            {
              application: text('The application that has it.'),
              expiresAt: instant('When it expires.'),
              revoked: truth('Whether it was revoked.'),
              livesFor: whole('Milliseconds that it still lives; 0 where it does not.'),
              store: text('For tokens of interface B: which store API.'),
              customer: text('For tokens of interface C: the customer.'),
              scope: text('For tokens of interface C: the scope.'),
            },
            ['store', 'customer', 'scope'],
          ),
        ),
      }),
    },
    codes: [],
    act: ({ session }) => tellTokens(session.controlled.sim),
  }),
  route({
    method: 'GET',
    path: 'queries',
    name: 'getQueries',
    group: 'world',
    what: 'Tells the queries, their states, and how long each can still be listed.',
    gives: {
      as: 'json',
      schema: object('The queries.', { now, queries: list('Oldest first.', object('A query.', queryFields, ofAny)) }),
    },
    codes: [],
    act: ({ session }) => tellQueries(session.controlled.sim),
  }),
  route({
    method: 'GET',
    path: 'links',
    name: 'getLinks',
    group: 'world',
    what: 'Tells the download links that were handed out, page by page, and how long they can still be used.',
    gives: {
      as: 'json',
      schema: object('The links.', { now, pages: list('Pages of links, oldest first.', linkSchema) }),
    },
    codes: [],
    act: ({ session }) => linksIn(session.controlled.sim),
  }),
  route({
    method: 'GET',
    path: 'outbox',
    name: 'getOutbox',
    group: 'world',
    what: 'Tells the e-mails that were accepted. Their text is what the client sent: show it as text, never as a page.',
    gives: {
      as: 'json',
      schema: object('The e-mails.', {
        mails: list(
          'Oldest first.',
          object('An e-mail.', {
            at: instant('When it was accepted.'),
            to: text('The recipient.'),
            from: text('The sender.'),
            content: text('What it says.'),
          }),
        ),
      }),
    },
    codes: [],
    act: ({ session }) => ({ mails: session.controlled.sim.outbox }),
  }),
];
