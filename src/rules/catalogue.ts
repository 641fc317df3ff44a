import { backsOff, noHammering } from './client/back-off.ts';
import { bearerForm } from './client/bearer-form.ts';
import { noBlindRetry } from './client/blind-retry.ts';
import { complete } from './client/completeness.ts';
import { conflictWaits } from './client/conflict.ts';
import { refreshThenRetry, revokedIsFinal } from './client/dead-tokens.ts';
import { finishesInTheEnd, quietAfterEnd, terminates } from './client/ending.ts';
import { webhookAnswers } from './client/endpoint.ts';
import { regionFailover } from './client/failover.ts';
import { freshLinks } from './client/fresh-links.ts';
import { noFutilePoll } from './client/futile-poll.ts';
import { insideTheHour } from './client/listing-hour.ts';
import { emailFields, noDoubleEmail } from './client/mails.ts';
import { waitsForNotification } from './client/notification-first.ts';
import { withinLimits } from './client/pace.ts';
import { pageSize } from './client/page-size.ts';
import { followsPages } from './client/pages-followed.ts';
import { retriesTransient } from './client/retries.ts';
import { noTokenToLinks, secretStaysHome } from './client/secrets.ts';
import { skewTolerant } from './client/skew.ts';
import { tokenReuse } from './client/token-reuse.ts';
import type { RuleDefinition } from './rule.ts';
import { authorization } from './service/authorization.ts';
import { cacheHit } from './service/cache-hit.ts';
import { cacheIsolation } from './service/cache-isolation.ts';
import { causality } from './service/causality.ts';
import { conflict } from './service/conflict.ts';
import { errorShape } from './service/error-shape.ts';
import { legalTransitions } from './service/legal-transitions.ts';
import { limits } from './service/limits.ts';
import { links } from './service/links.ts';
import { listingWindow } from './service/listing-window.ts';
import { oneInFlight } from './service/one-in-flight.ts';
import { oneNotification } from './service/one-notification.ts';
import { pagination } from './service/pagination.ts';
import { regionsAgree } from './service/regions-agree.ts';
import { reproducible } from './service/reproducible.ts';
import { tokenLife } from './service/token-life.ts';

/** What holds for the service, whoever calls it: S1, S2 and so on. */
export const serviceRules = [
  legalTransitions,
  oneInFlight,
  conflict,
  oneNotification,
  listingWindow,
  cacheHit,
  cacheIsolation,
  pagination,
  links,
  limits,
  authorization,
  errorShape,
  tokenLife,
  regionsAgree,
  causality,
  reproducible,
] as const;

/** What a correct client keeps: C1, C2 and so on. */
export const clientRules = [
  bearerForm,
  secretStaysHome,
  noTokenToLinks,
  refreshThenRetry,
  revokedIsFinal,
  noBlindRetry,
  retriesTransient,
  backsOff,
  conflictWaits,
  waitsForNotification,
  insideTheHour,
  followsPages,
  freshLinks,
  withinLimits,
  noFutilePoll,
  webhookAnswers,
  complete,
  terminates,
  quietAfterEnd,
  pageSize,
  regionFailover,
  tokenReuse,
  emailFields,
  noDoubleEmail,
  skewTolerant,
  noHammering,
  finishesInTheEnd,
] as const;

export type ClientRuleId = (typeof clientRules)[number]['id'];

const rules = [...serviceRules, ...clientRules];

const ids = rules.map(({ id }) => id);
export type RuleId = (typeof ids)[number];

export const ruleIds: readonly RuleId[] = ids;

/** Every rule, in the order of the catalogue: the service's, then the client's. */
export const allRules: readonly RuleDefinition<RuleId>[] = rules;

const byId: ReadonlyMap<string, RuleDefinition<RuleId>> = new Map(allRules.map((rule) => [rule.id, rule]));

export const isRuleId = (id: string): id is RuleId => byId.has(id);

export const findRule = (id: RuleId): RuleDefinition<RuleId> => {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  return rule;
};
