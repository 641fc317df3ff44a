import { placeIn } from '../core/pages.ts';
import { unreachable } from '../core/unreachable.ts';
import { pairs } from '../core/text.ts';
import type { ServiceEvent, SentNotification } from '../core/turn.ts';
import type { WireRequest } from '../core/wire.ts';
import type { Query, World } from '../core/world.ts';
import { namesOf } from '../spec/names-of.ts';
import type { Approaching } from './service.ts';
import type { Where } from '../language/ast.ts';
import { grants } from '../language/words.ts';

/** What is known about an exchange or an event, under the names that filters give it. */
export type About = { readonly [Key in keyof Where]: Where[Key] | undefined };

export const matches = (where: Where | undefined, about: About): boolean =>
  where === undefined || namesOf(where).every((key) => where[key] === about[key]);

export const aboutEvent = ({ customer, scope }: ServiceEvent): About => ({ customer, scope });

export const aboutExchange = (world: World, exchange: Approaching): About =>
  exchange.kind === 'notification' ? aboutNotification(world, exchange.notification) : aboutRequest(world, exchange);

const ofQuery = (query: Query | undefined): About => ({
  customer: query?.customerId,
  scope: query?.scope,
  application: query?.clientId,
});

const aboutNotification = ({ queries }: World, { query, region, status }: SentNotification): About => ({
  ...ofQuery(queries.get(query)),
  region,
  status: status === 'COMPLETED' ? 'completed' : 'canceled',
});

const aboutRequest = (world: World, { request, route }: Extract<Approaching, { kind: 'request' }>): About => {
  switch (route.operation) {
    case 'createDataQuery':
      return { region: route.region, scope: route.scopeId, ...ofCaller(world, request) };
    case 'listDataQueryRecords':
      return {
        region: route.region,
        scope: route.scopeId,
        page: pageOf(pairs(route.query).get('nextPageToken') ?? ''),
        ...ofCaller(world, request),
      };
    case 'downloadFile':
    case 'downloadSchema': {
      const [, query = '', position] = /^(.*)\.(\d+)$/.exec(route.linkId) ?? [];
      return {
        record: position === undefined ? undefined : Number(position) + 1,
        ...ofQuery(world.queries.get(query)),
      };
    }
    case 'requestToken':
      return aboutForm(world, pairs(request.body));
    case 'callSubmission':
    case 'callReporting':
      return ofCaller(world, request);
    case 'sendEmail':
    case undefined:
      return {};
    default:
      return unreachable(route);
  }
};

/** Whose token it is, whether or not it is good for anything. */
const ofCaller = ({ tokens }: World, { headers }: WireRequest): About => {
  const token = tokens.get(headers['authorization']?.replace(/^Bearer /, '') ?? '');
  return { application: token?.clientId, customer: token?.kind === 'customer' ? token.customerId : undefined };
};

const aboutForm = ({ codes, families, refreshTokens }: World, form: ReadonlyMap<string, string>): About => {
  const known =
    codes.get(form.get('code') ?? '') ?? families.get(refreshTokens.get(form.get('refresh_token') ?? '') ?? '');
  return {
    application: form.get('client_id'),
    grant: grants.find((grant) => grant === form.get('grant_type')),
    customer: known?.customerId,
    scope: known?.scope,
  };
};

/** A page token says where its page begins, and how many records a page holds. */
const pageOf = (token: string): number | undefined => {
  if (token === '') return 1;
  const { offset = Number.NaN, size = Number.NaN } = placeIn(token) ?? {};
  const page = offset / size + 1;
  return Number.isInteger(page) ? page : undefined;
};
