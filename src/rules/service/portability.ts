import type { ErrorName } from '../../spec/errors.ts';
import type { Answered, Context, Exchange, History, Timestamp, Token } from '../history.ts';
import { readOnce } from '../history/selectors.ts';

/* Calls of interface C as the rules see them: who asks, for what, and how far into the service it got. */

export const isCreate = ({ operation }: Exchange): boolean => operation === 'createDataQuery';
export const isList = ({ operation }: Exchange): boolean => operation === 'listDataQueryRecords';
export const isPortability = ({ operation }: Exchange): boolean =>
  operation === 'createDataQuery' || operation === 'listDataQueryRecords';

/** What the service itself decided: a scenario's refusals are not held against it. */
export const isOwn = ({ answer }: Answered): boolean => !answer.isInjected;

/** Calls of interface C that the service itself decided, in order. */
export const ownCalls = readOnce(({ answered }): readonly Answered[] => {
  const own: Answered[] = [];
  for (let at = 0; at < answered.length; at++) {
    const exchange = answered[at] as Answered;
    if (exchange.subject !== undefined && !exchange.answer.isInjected) own.push(exchange);
  }
  return own;
});

/** Decided now, and not an answer given before. */
export const isFresh = ({ answer }: Pick<Answered, 'answer'>): boolean => answer.rememberedSince === undefined;

/** The request arrived twice: of the two answers, the second is the one that is known. */
export const arrivedTwice = ({ faultRow }: Exchange): boolean => faultRow?.acts === 'twice';

export const tokenOf = ({ state }: History, { parsed }: Exchange): Token | undefined =>
  parsed.bearer === undefined ? undefined : state.tokens.get(parsed.bearer);

/** Calls of interface C and of the store APIs. */
export const needsToken = (exchange: Exchange): boolean =>
  isPortability(exchange) || exchange.operation === 'callSubmission' || exchange.operation === 'callReporting';

/** When a call was decided. */
export const whenDecided = ({ answer: { decidedAt, turn } }: Answered): Timestamp => ({ at: decidedAt, turn });

/** How deep into the service a call got, as far as its row tells. */
export type Depth =
  /** Ahead of everything that looks at the caller. */
  | 'opening'
  /** At the header, the token, the application, the scope or the consent. */
  | 'authorization'
  | 'limits'
  /** The operation itself, or what stands right before it. */
  | 'operation'
  /** Rows that more than one of these give, and answers that are no row. */
  | 'unclear';

/** Rows that are not here are of the authorization. */
const depths: { readonly [Row in ErrorName]?: Depth } = {
  blockedRequest: 'opening',
  apiConfigurationError: 'opening',
  blankScopeId: 'opening',
  blankQueryId: 'opening',
  requestTooLarge: 'opening',
  tooManyRequests: 'limits',
  quotaExceeded: 'limits',
  scopeThrottled: 'limits',
  requestConflict: 'operation',
  queryIdNotFound: 'operation',
  queryNotCompleted: 'operation',
  accessTimeElapsed: 'operation',
  invalidMaxResults: 'operation',
  invalidNextPage: 'operation',
  integrationTimeout: 'operation',
  integrationFailure: 'operation',
  internalServerError: 'operation',
  invalidParameters: 'unclear',
  accessNotAuthorized: 'unclear',
};

export const depthOf = ({ answer }: Answered): Depth => {
  if (answer.isOk) return 'operation';
  return answer.row === undefined ? 'unclear' : (depths[answer.row] ?? 'authorization');
};

/** How long one thing was decided after another: an interval where only sending and arrival are known. */
export const ageOf = (
  { world }: History,
  first: Answered,
  later: Answered,
): { readonly least: number; readonly most: number } => {
  if (world === undefined) return { least: Math.max(0, later.at - first.answer.at), most: later.answer.at - first.at };
  const age = later.answer.decidedAt - first.answer.decidedAt;
  return { least: age, most: age };
};

/** Whether a token's life was over when a call was decided; `unknown` where the trace cannot tell. (`token.expiryBoundary`) */
export const isExpired = (
  { context, world }: History,
  { expiresAt, expired, issuedBy }: Token,
  { at, answer }: Answered,
): 'yes' | 'no' | 'unknown' => {
  if (expired !== undefined && expired.turn < answer.turn) return 'yes';
  if (expiresAt === undefined) return 'unknown';
  if (world !== undefined) return isOver(context, expiresAt, answer.decidedAt) ? 'yes' : 'no';
  // In a recording the token was issued some time between its request and its answer.
  const lag = issuedBy === undefined ? 0 : issuedBy.answer.at - issuedBy.at;
  if (isOver(context, expiresAt, at)) return 'yes';
  return isOver(context, expiresAt, answer.at + lag) ? 'unknown' : 'no';
};

const isOver = ({ assumptions }: Context, expiresAt: number, instant: number): boolean =>
  instant > expiresAt || (instant === expiresAt && assumptions['token.expiryBoundary'] === 'dead');
