import type { Rule } from '../rule.ts';
import { bearerForm } from './bearer-form.ts';
import { noBlindRetry } from './blind-retry.ts';
import { complete } from './completeness.ts';
import { conflictWaits } from './conflict.ts';
import { refreshThenRetry, revokedIsFinal } from './dead-tokens.ts';
import { quietAfterEnd, terminates } from './ending.ts';
import { webhookAnswers } from './endpoint.ts';
import { regionFailover } from './failover.ts';
import { freshLinks } from './fresh-links.ts';
import { noFutilePoll } from './futile-poll.ts';
import { insideTheHour } from './listing-hour.ts';
import { emailFields, noDoubleEmail } from './mails.ts';
import { waitsForNotification } from './notification-first.ts';
import { withinLimits } from './pace.ts';
import { pageSize } from './page-size.ts';
import { followsPages } from './pages-followed.ts';
import { backsOff, retriesTransient } from './retries.ts';
import { noTokenToLinks, secretStaysHome } from './secrets.ts';
import { skewTolerant } from './skew.ts';
import { tokenReuse } from './token-reuse.ts';

/** What a correct client keeps, in the order of the catalogue: C1 to C25. */
export const clientRules: readonly Rule[] = [
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
];
