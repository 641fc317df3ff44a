/** What a history stands under: the facts of the world, and one choice for every open point. */

/** The choices of every open point that can be seen in answers and notifications; the first is the default. */
export const variants = {
  'errors.unknown': ['none', 'outside-table'],
  'errors.missingSegment': ['missing-parameter', 'unknown-uri'],
  'email.contentType': ['not-read', 'json-or-none', 'json-required', 'json-required-415'],
  'email.charset': ['ignored', 'refused'],
  'email.contentEncoding': ['not-decoded', 'refused-415'],
  'email.byteOrderMark': ['refused', 'ignored'],
  'email.unknownField': ['ignored', 'refused'],
  'email.emptyContent': ['refused', 'accepted'],
  'email.addressFormat': ['one-at-sign', 'any-text', 'strict'],
  'email.contentLimit': ['none', 10],
  'email.badRequestBody': ['message', 'empty', 'error-response'],
  'email.retrySafety': ['every-request-sends', '5m', '1s'],
  'token.errorStatus': ['client-401', 'all-400'],
  'token.lifetime': ['3600s', '60s', '1s', '7200s'],
  'token.expiryBoundary': ['dead', 'alive'],
  'token.checkOrder': ['request-first', 'client-first'],
  'token.missingField': ['own-error', 'invalid-request'],
  'token.repeatedField': ['first', 'last', 'refused'],
  'token.unknownField': ['ignored', 'refused'],
  'token.detachedProfile': ['call-refused', 'scope-refused'],
  'store.answer': ['empty-object', 'no-content'],
  'store.missingToken': ['as-expired', 'unauthorized'],
  'login.refreshShape': ['form', 'json'],
  'login.refreshRotation': ['stays', 'rotates'],
  'login.holdBlocksTokens': ['tokens-work', 'tokens-blocked'],
  'login.consentRevokesTokens': ['tokens-stay', 'tokens-revoked'],
  'login.revokedFamily': ['refresh-token-too', 'access-token-only'],
  'query.createBody': ['ignored', 'refused'],
  'query.maxPayload': [262_144, 8],
  'query.acrossApplications': ['all-applications', 'per-application'],
  'query.cancelMoment': ['at-once', 'at-collection-end'],
  'query.holdReleasedBeforeEnd': ['completes', 'canceled'],
  'query.foreignToken': ['query-not-found', 'access-denied'],
  'query.otherScope': ['invalid-parameters', 'query-not-found'],
  'query.malformedScope': ['invalid-parameters', 'scope-not-found'],
  'query.idCase': ['any-case', 'exact'],
  'query.unknownParameter': ['ignored', 'refused'],
  'query.createOnHold': ['created', 'refused'],
  'list.onHold': ['records', 'refused'],
  'list.body': ['measured', 'ignored', 'refused'],
  'list.checkOrder': ['max-results-first', 'query-first', 'parameters-first'],
  'list.repeatedParameter': ['first', 'last', 'refused'],
  'list.emptyMaxResults': ['usual', 'refused'],
  'query.malformedId': ['query-not-found', 'invalid-parameters'],
  'list.tokenPosition': ['body', 'header', 'pagination-object'],
  'list.tokenText': ['unreserved', 'base64', 'any-text'],
  'list.mostPerPage': ['as-asked', 2],
  'list.tokenLifetime': ['listing-window', '5m'],
  'list.lastPage': ['absent', 'empty-string', 'null'],
  'list.pageSizeOnToken': ['caller-repeats', 'token-carries'],
  'list.windowBoundary': ['open', 'closed'],
  'list.beforeNotification': ['refused', 'records'],
  'cache.errors': ['operation-refusals', 'success-only', 'everything'],
  'cache.identity': ['application-and-customer', 'token'],
  'cache.meaning': ['whole-response', 'authorization-only'],
  'cache.beforeConflict': ['remembered-201', 'conflict'],
  'cache.afterEnd': ['remembered-201', 'new-after-cancel', 'new-after-end'],
  'cache.afterConflict': ['remembered-409', 'new-query'],
  'cache.afterCompletion': ['remembered-403', 'records'],
  'cache.pastListingHour': ['remembered-200', 'elapsed'],
  'cache.unknownParameter': ['same', 'different'],
  'cache.defaults': ['same', 'different'],
  'cache.boundary': ['new-answer', 'old-answer'],
  'links.lifetimeUnderCache': ['first-sending', 'every-sending'],
  'links.boundary': ['dead', 'usable'],
  'links.expiredAnswer': ['xml-403', 'json-403', 'gone-410'],
  'links.extraAuthorization': ['ignored', 'refused-400'],
  'links.unknownAnswer': ['xml-403', 'json-403', 'not-found-404'],
  'links.range': ['whole-file', 'partial'],
  'links.head': ['unknown-route', 'as-get', 'refused-403'],
  'auth.missingHeader': ['own-row', 'format-invalid'],
  'auth.schemeCase': ['exact', 'any-case'],
  'auth.order': ['authorization-first', 'limits-first'],
  'limits.window': ['sliding', 'fixed'],
  'limits.boundary': ['forgotten', 'counted'],
  'limits.throttledCounts': ['not-counted', 'counted'],
  'limits.cachedCounts': ['counted', 'not-counted'],
  'limits.who': ['as-stated', 'per-application'],
  'limits.burst': ['in-flight', 'token-bucket'],
  'limits.errorRow': ['by-limit', 'one-row'],
  'limits.quotaReset': ['rolling', 'midnight-utc'],
  'limits.retryAfter': ['none', 'seconds', 'http-date'],
  'region.notification': ['region-of-create', 'region-of-last-create'],
  'notification.retry': ['once', 'until-accepted'],
  'notification.duplicates': ['none', 'twice'],
  'notification.order': ['completion', 'reordered'],
  'notification.extraFields': ['none', 'unknown-field'],
  'notification.contentType': ['application/json', 'text/plain; charset=UTF-8'],
  'notification.signature': ['none', 'header'],
  'notification.windowStart': ['first-attempt', 'first-delivery'],
} as const;

export type Point = keyof typeof variants;
export type Choices = { readonly [Id in Point]: (typeof variants)[Id][number] };

export const points = Object.keys(variants) as readonly Point[];

export const defaults = Object.fromEntries(points.map((point) => [point, variants[point][0]])) as Choices;

/** Milliseconds of a duration among the choices above. */
export const lengthOf = (text: string): number => Number.parseInt(text, 10) * (text.endsWith('m') ? 60_000 : 1000);

export const regions = ['eu-west-1', 'us-east-1', 'us-west-2'] as const;
export type Region = (typeof regions)[number];

export const apis = ['portability', 'submission', 'reporting'] as const;
export type Api = (typeof apis)[number];

export interface Application {
  readonly id: string;
  readonly allowlisted: boolean;
  readonly scopes: readonly string[];
  readonly attached: readonly Api[];
}

export interface Holding {
  readonly customer: string;
  readonly scope: string;
  readonly records: number;
  /** How long it is collected, and how long after that the notification goes out, in milliseconds. */
  readonly length: number;
  readonly notifiedAfter: number;
}

/** The values of the six limits. Their stretches of time never change. */
export interface LimitValues {
  readonly createRate: number;
  readonly createBurst: number;
  readonly createOverall: number;
  readonly listRate: number;
  readonly listBurst: number;
  readonly listDaily: number;
}

export const documentedLimits: LimitValues = {
  createRate: 5,
  createBurst: 5,
  createOverall: 20,
  listRate: 10,
  listBurst: 5,
  listDaily: 100_000,
};

export interface Settings {
  readonly start: number;
  readonly choices: Choices;
  readonly limits: LimitValues;
  readonly applications: readonly Application[];
  readonly holdings: readonly Holding[];
}

export const scopeExists = (settings: Settings, scope: string): boolean =>
  settings.holdings.some((holding) => holding.scope === scope) ||
  settings.applications.some((application) => application.scopes.includes(scope));

export const holdingOf = (settings: Settings, customer: string, scope: string): Holding | undefined =>
  settings.holdings.find((holding) => holding.customer === customer && holding.scope === scope);
