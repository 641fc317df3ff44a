import { givenTokens } from '../../trace/initial-world.ts';
import type { ClientResponse, Exchange, History } from '../history.ts';
import { textIn } from '../history/read-text.ts';
import { join, readOnce } from '../history/selectors.ts';
import { begunQueries, callsOf, portabilityCalls } from './calls.ts';

/** A request for a token, and what the client got for it. */
export interface Grant {
  readonly call: Exchange;
  /** Tokens of one kind and purpose: an application's for one store scope, or one customer's refresh token and its successors. */
  readonly purpose: string;
  /** As it had it for certain, and as it may have had it. */
  readonly sure: GrantedToken | undefined;
  readonly maybe: GrantedToken | undefined;
}

export interface GrantedToken {
  readonly text: string;
  /** When the client had asked for it, and how long it is good from then on for certain, as far as the answer tells. */
  readonly from: number;
  readonly until?: number;
  /** Where in the trace the client had it. */
  readonly place: number;
}

export const readGrants = readOnce((history): readonly Grant[] => {
  const purposes = new Map<string, string>();
  return callsOf(history, 'requestToken').map((call) => {
    const { form } = call;
    const spent = form.get('refresh_token') ?? form.get('code') ?? '';
    const isOfStore = form.get('grant_type') === 'client_credentials';
    const ofStore = `store ${form.get('client_id') ?? ''} ${form.get('scope') ?? ''}`;
    const purpose = isOfStore ? ofStore : (purposes.get(spent) ?? spent);
    const next = call.maybe?.isWhole === true ? textIn(call.maybe.answer.json, 'refresh_token') : undefined;
    if (next !== undefined) purposes.set(next, purpose);
    return { call, purpose, sure: readToken(call.at, call.sure), maybe: readToken(call.at, call.maybe) };
  });
});

/** Nobody is told when a token was made: it may have been as soon as it was asked for. */
const readToken = (from: number, response: ClientResponse | undefined): GrantedToken | undefined => {
  if (response === undefined || !response.isWhole) return undefined;
  const { place, answer } = response;
  const text = textIn(answer.json, 'access_token');
  if (text === undefined) return undefined;
  const seconds = answer.json?.['expires_in'];
  return { text, from, place, ...(typeof seconds === 'number' && { until: from + seconds * 1000 }) };
};

/** By header, or where a header was granted, by the purpose it was granted for. */
interface Books {
  readonly customers: Map<string, string>;
  readonly byPurpose: Map<string, string>;
  readonly purposes: Map<string, string>;
  readonly applications: Map<string, string>;
}

/** Whose a call is: the customer behind its token, as far as the trace tells. */
export const readOwners = readOnce((history) => {
  const books: Books = { customers: new Map(), byPurpose: new Map(), purposes: new Map(), applications: new Map() };
  enterTokens(books, history);
  enterQueries(books, history);
  const { customers, byPurpose, purposes, applications } = books;
  const ownerOf = (header: string): string | undefined =>
    customers.get(header) ?? byPurpose.get(purposes.get(header) ?? '');
  return {
    /** Which application sends that header, as far as the trace tells. */
    applicationOf: (header: string): string => applications.get(header) ?? '',
    /** The customer behind that header, as far as the trace tells. */
    ownerOf,
    /** Who calls with that header, and with those that were got to take its place. */
    callerOf: (header: string): string =>
      join(applications.get(header) ?? '', ownerOf(header) ?? purposes.get(header) ?? header),
    /** Whether two Authorization headers may be those of one customer. They may wherever the trace does not tell. */
    maybeSame: (one: string, other: string): boolean => {
      const [first, second] = [ownerOf(one), ownerOf(other)];
      return first === undefined || second === undefined || first === second;
    },
  };
});

/** Tokens that were there from the beginning, and those that the client asked for. */
const enterTokens = ({ customers, byPurpose, purposes, applications }: Books, history: History): void => {
  for (const { token, customer, refreshToken, application } of givenTokens(history.givers)) {
    applications.set(`Bearer ${token}`, application);
    if (customer === undefined) continue;
    customers.set(`Bearer ${token}`, customer);
    if (refreshToken !== undefined) byPurpose.set(refreshToken, customer);
  }
  for (const { maybe: token, purpose, call } of readGrants(history)) {
    if (token === undefined) continue;
    purposes.set(`Bearer ${token.text}`, purpose);
    applications.set(`Bearer ${token.text}`, call.form.get('client_id') ?? '');
  }
};

/** Whose query it was that a call created or listed tells whose its token is. */
const enterQueries = ({ customers, byPurpose, purposes }: Books, history: History): void => {
  for (const { answer, subject, credentials } of portabilityCalls(history)) {
    if (answer?.isOk !== true) continue;
    const query = begunQueries(history).get(subject.query ?? textIn(answer.json, 'id') ?? '');
    if (query === undefined) continue;
    const { customer } = query.begun;
    customers.set(credentials, customer);
    const purpose = purposes.get(credentials);
    if (purpose !== undefined) byPurpose.set(purpose, customer);
  }
};
