import type { Addresses } from '../../src/spec/hosts.ts';
import type { WireRequest } from '../../src/core/wire.ts';
import type { Authority, Create, Email, List, MailField, Request, Stray, TokenRequest } from './reference/events.ts';
import type { Service } from './service.ts';

/** Requests of a history as they go over the wire. */

export const hosts = {
  email: 'https://email.example',
  token: 'https://auth.example',
  submission: 'https://store.example/submission',
  reporting: 'https://store.example/reporting',
  regions: {
    'eu-west-1': 'https://eu.example',
    'us-east-1': 'https://us-east.example',
    'us-west-2': 'https://us-west.example',
  },
  links: 'https://links.example',
} as const satisfies Addresses;

const authorization = ({ texts }: Service, token: Authority, lower = false): Record<string, string> => {
  switch (token) {
    case 'absent':
      return {};
    case 'blank':
      return { authorization: ' ' };
    case 'malformed':
      return { authorization: 'Bearer' };
    case 'unknown':
      return { authorization: 'Bearer nobody-issued-this' };
    default:
      return { authorization: `${lower ? 'bearer' : 'Bearer'} ${texts[token.of]?.token}` };
  }
};

const forge = {
  signature: (link: string) => `${link}0`,
  parameter: (link: string) => `${link}&a=1`,
  zero: (link: string) => link.replace('issued=', 'issued=0'),
  letters: (link: string) => link.replace('signature', 'signatur%65'),
} as const;

const inPath = (text: string): string => encodeURIComponent(text);

const writeCreate = (service: Service, { region, scope, token, body, lower, stranger }: Create): WireRequest => ({
  method: 'POST',
  url: `${hosts.regions[region]}/${inPath(scope)}/data-queries${stranger === undefined ? '' : `?${stranger}=1`}`,
  headers: authorization(service, token, lower),
  body: 'x'.repeat(body),
});

const writeQuery = ({ texts }: Service, query: List['query']): string => {
  switch (query) {
    case 'unknown':
      return '00000000-0000-4000-8000-000000000000';
    case 'malformed':
      return 'no-uuid';
    case 'blank':
      return '%20';
    default:
      return texts[query.of]?.query ?? 'lost';
  }
};

const writePage = ({ texts }: Service, page: Exclude<List['page'], undefined>): string => {
  if (page === 'forged') return 'nobody-gave-this-out';
  return page === 'empty' ? '' : (texts[page.of]?.page ?? 'lost');
};

const writeList = (service: Service, list: List): WireRequest => {
  const { region, scope, token, query, max, maxAgain, page, lower, upper, body = 0, stranger } = list;
  const parameters = [
    ...(stranger === undefined ? [] : [`${stranger}=1`]),
    ...(max === undefined ? [] : [`maxResults=${max}`]),
    ...(max === undefined || maxAgain === undefined ? [] : [`maxResults=${maxAgain}`]),
    ...(page === undefined ? [] : [`nextPageToken=${encodeURIComponent(writePage(service, page))}`]),
  ];
  const search = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  const id = writeQuery(service, query);
  const path = `/${inPath(scope)}/data-queries/${upper === true ? id.toUpperCase() : id}/records`;
  return {
    method: 'GET',
    url: `${hosts.regions[region]}${path}${search}`,
    headers: authorization(service, token, lower),
    body: 'x'.repeat(body),
  };
};

const strays: Readonly<Record<Stray['shape'], readonly [method: string, path: string]>> = {
  'unknown-path': ['GET', '/orders/nothing-here'],
  'wrong-method': ['PUT', '/orders/data-queries'],
  undecodable: ['POST', '/%E0%A4/data-queries'],
  'create-without-scope': ['POST', '/data-queries'],
  'list-without-query': ['GET', '/orders/data-queries/records'],
};

const secretOf = ({ world }: Service, { client, secret }: TokenRequest): string => {
  const current = world.applications.get(client)?.clientSecret ?? 'none';
  if (secret === 'right') return current;
  const first = `${client}-secret`;
  return secret === 'wrong' || first === current ? 'no-secret' : first;
};

const contentTypes = {
  form: { 'content-type': 'application/x-www-form-urlencoded' },
  'form-charset': { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
  json: { 'content-type': 'application/json' },
  text: { 'content-type': 'text/plain' },
  absent: {},
} as const satisfies Record<TokenRequest['contentType'], object>;

const writeToken = (service: Service, request: TokenRequest): WireRequest => {
  const { texts } = service;
  const { grant, client, scope, code, refresh, contentType, omits, doubles, stranger } = request;
  const fields: Record<string, string> = {};
  if (omits !== 'client') fields['client_id'] = client;
  if (omits !== 'secret') fields['client_secret'] = secretOf(service, request);
  if (grant !== 'absent') fields['grant_type'] = grant;
  if (scope !== undefined && omits !== 'scope') fields['scope'] = scope;
  if (code !== undefined && omits !== 'code') {
    fields['code'] = code === 'unknown' ? 'no-code' : (texts[code.of]?.code ?? 'lost');
  }
  if (refresh !== undefined && omits !== 'refresh') {
    fields['refresh_token'] = refresh === 'unknown' ? 'no-token' : (texts[refresh.of]?.refresh ?? 'lost');
  }
  if (stranger === true) fields['audience'] = 'somebody';
  const form = new URLSearchParams(fields);
  const twice = { client: 'client_id', grant: 'grant_type', scope: 'scope' } as const;
  if (doubles !== undefined) form.append(twice[doubles], 'nobody');
  const body = contentType === 'json' ? JSON.stringify(fields) : form.toString();
  return { method: 'POST', url: `${hosts.token}/auth/o2/token`, headers: contentTypes[contentType], body };
};

const mailField = (name: string, field: MailField): Record<string, unknown> => {
  if (field === 'absent!') return {};
  return { [name]: field === 'number!' ? 7 : field };
};

const mailTypes = {
  absent: {},
  text: { 'content-type': 'text/plain' },
  latin: { 'content-type': 'application/json; charset=ISO-8859-1' },
  json: { 'content-type': 'application/json' },
} as const;

const writeEmail = ({ to, from, content, json, type, encoded, marked, stranger }: Email): WireRequest => {
  const fields = {
    ...mailField('toEmailAddress', to),
    ...mailField('fromEmailAddress', from),
    ...mailField('emailContent', content),
    ...(stranger === true && { subject: 'x' }),
  };
  const headers = { ...mailTypes[type ?? 'json'], ...(encoded === true && { 'content-encoding': 'gzip' }) };
  const text = json ? JSON.stringify(fields) : 'no json';
  return {
    method: 'POST',
    url: `${hosts.email}/sendEmail`,
    headers,
    body: `${marked === true ? '\uFEFF' : ''}${text}`,
  };
};

export const writeRequest = (service: Service, request: Request): WireRequest => {
  switch (request.kind) {
    case 'create':
      return writeCreate(service, request);
    case 'list':
      return writeList(service, request);
    case 'stray': {
      const [method, path] = strays[request.shape];
      const url = `${hosts.regions[request.region]}${path}`;
      return { method, url, headers: authorization(service, request.token), body: '' };
    }
    case 'token':
      return writeToken(service, request);
    case 'store': {
      const url = `${hosts[request.store]}/anything`;
      return { method: 'GET', url, headers: authorization(service, request.token, request.lower), body: '' };
    }
    case 'download': {
      const link = service.texts[request.list.of]?.links[request.record]?.[request.what] ?? `${hosts.links}/lost`;
      const method = request.head === true ? 'HEAD' : 'GET';
      const url = request.forged === undefined ? link : forge[request.forged](link);
      const ranges = { first: 'bytes=0-9', beyond: 'bytes=9999999-' } as const;
      const headers = {
        ...(request.authorized && { authorization: 'Bearer x' }),
        ...(request.range !== undefined && { range: ranges[request.range] }),
      };
      return { method, url, headers, body: '' };
    }
    case 'email':
      return writeEmail(request);
  }
};
