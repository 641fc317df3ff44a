import type { ClientRuleId } from '../../src/rules/catalogue.ts';
import type { wrongClients } from './clients/wrong-clients.ts';
import type { ScenarioName } from './scenarios.ts';

type WrongClient = keyof typeof wrongClients;

/** Each wrong client, a scenario in which it shows, and the rules it breaks there: all of them, and no others. */
export const findings = [
  ['saysBearerInLowerCase', 'plain', ['C1']],
  ['leavesOutBearer', 'plain', ['C1']],
  ['putsSecretInUrl', 'tokenDies', ['C2']],
  ['putsSecretInHeader', 'storeTokens', ['C2']],
  ['showsRefreshToken', 'plain', ['C2']],
  ['showsTokenToLinks', 'plain', ['C3']],
  ['neverRefreshes', 'tokenDies', ['C4']],
  ['triesDeadTokenAgain', 'tokenDies', ['C4', 'C22']],
  ['triesDeadStoreTokenAgain', 'storeTokenDies', ['C4']],
  ['retriesRevoked', 'tokenIsRevoked', ['C5']],
  ['retriesForbidden', 'scopeIsOff', ['C6']],
  ['retriesForbidden', 'tokenDies', ['C4']],
  ['retriesForbidden', 'tokenIsRevoked', ['C5']],
  ['retriesBadRequests', 'plain', ['C6', 'C20']],
  ['retriesNotFound', 'profileIsGone', ['C6']],
  ['neverRetries', 'throttled', ['C7']],
  ['neverRetries', 'timesOut', ['C7']],
  ['neverRetries', 'strangeError', ['C7']],
  ['givesUpWhenThrottled', 'throttled', ['C7']],
  ['givesUpOnTimeouts', 'timesOut', ['C7']],
  ['givesUpOnStrangeErrors', 'strangeError', ['C7']],
  ['retriesAtOnce', 'throttled', ['C8', 'C26']],
  ['takesSecondsForMilliseconds', 'timesOut', ['C8', 'C26']],
  ['alwaysWaitsASecond', 'troubleStays', ['C8']],
  ['hammersConflict', 'conflict', ['C9', 'C15']],
  ['retriesConflict', 'conflict', ['C9', 'C15']],
  ['listsUnasked', 'plain', ['C10']],
  ['listsCanceled', 'canceled', ['C10']],
  ['listsTheNextDay', 'plain', ['C11']],
  ['neverStartsOver', 'sleeps', ['C11']],
  ['readsOnePage', 'pages', ['C12', 'C17']],
  ['changesPageSize', 'pages', ['C12']],
  ['downloadsLate', 'plain', ['C13']],
  ['triesDeadLinkAgain', 'linksDie', ['C13']],
  ['givesUpOnDeadLink', 'linksDie', ['C13']],
  ['leavesOutDeadLinks', 'linksDie', ['C13', 'C17']],
  ['knowsNoPace', 'manyPages', ['C14']],
  ['knowsNoPace', 'manyCustomers', ['C14']],
  ['listsTwice', 'plain', ['C15']],
  ['listsTwice', 'tokenIsRevoked', ['C5']],
  ['asksInVainAfterConflict', 'conflict', ['C15']],
  ['polls', 'plain', ['C6', 'C10', 'C15', 'C17']],
  ['answersWithError', 'plain', ['C16']],
  ['answersWithRedirect', 'canceled', ['C16']],
  ['knowsOnlyItsOwn', 'foreignNotification', ['C16']],
  ['refusesRepeats', 'repeatedNotification', ['C16']],
  ['refusesNewFields', 'newFields', ['C16']],
  ['skipsSchemas', 'plain', ['C17']],
  ['takesAnythingForWhole', 'breaksOff', ['C17']],
  ['failsWithoutRecords', 'empty', ['C17']],
  ['waitsForEver', 'lostNotification', ['C18']],
  ['neverTimesOut', 'silence', ['C18']],
  ['sleepsForAWeek', 'plain', ['C18']],
  ['retriesForEver', 'troubleStays', ['C18']],
  ['forgetsItsMail', 'plain', ['C19']],
  ['asksForTooMany', 'plain', ['C20']],
  ['asksForNone', 'plain', ['C20']],
  ['knowsOneRegion', 'regionAway', ['C21']],
  ['asksTokenForEachReport', 'storeTokens', ['C22']],
  ['refreshesBeforeEachCall', 'plain', ['C22']],
  ['refreshesTwice', 'plain', ['C22']],
  ['mailsWithoutSender', 'plain', ['C23']],
  ['repeatsRefusedMail', 'mailRefused', ['C23']],
  ['repeatsLostMail', 'mailLost', ['C24']],
  ['trustsItsOwnClock', 'clockIsBehind', ['C15', 'C17', 'C25']],
] as const satisfies readonly (readonly [WrongClient, ScenarioName, readonly ClientRuleId[]])[];

type Row = (typeof findings)[number];

type Total<Clients extends never, Rules extends never> = readonly (Clients | Rules)[];

/** No trace alone breaks it: a check knows what its scenarios ask for. */
type OfTrials = 'C27';

/** Does not compile while a wrong client is in no row, or a rule that none of them breaks. */
export const missing: Total<Exclude<WrongClient, Row[0]>, Exclude<ClientRuleId, Row[2][number] | OfTrials>> = [];
