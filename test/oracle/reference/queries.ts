import { type Bond, consentInForce, endsOfGrants, isOnHold } from './consent.ts';
import type { Region } from './settings.ts';
import {
  answered,
  eventAt,
  type History,
  isEarlier,
  isSeenBy,
  rightAfter,
  type View,
  whenTimeGetsTo,
} from './history.ts';
import { holdingOf } from './settings.ts';
import { grantOf } from './tokens.ts';

/** A query is named by the create that started it. */
export interface Query extends Bond {
  readonly startedBy: number;
  readonly region: Region;
  readonly records: number;
  /** When its collection ends by itself. */
  readonly endsAt: number;
  readonly notifiedAfter: number;
}

export interface Ending {
  readonly status: 'COMPLETED' | 'CANCELED';
  readonly moment: View;
}

/** The query whose id the answer to a create held, remembered or not. */
export const queryOf = (history: History, create: number): Query => {
  const { content } = answered(history, create);
  if (content.kind !== 'query') throw new RangeError(`event ${create} gave no query`);
  const event = eventAt(history, content.query);
  if (event.kind !== 'create') throw new RangeError(`event ${content.query} is no create`);
  const grant = grantOf(history, event.token);
  if (grant?.kind !== 'customer') throw new RangeError(`event ${content.query} has no customer`);
  const { application, customer } = grant;
  const holding = holdingOf(history.settings, customer, event.scope);
  return {
    startedBy: content.query,
    application,
    customer,
    scope: event.scope,
    region: event.region,
    records: holding?.records ?? 0,
    endsAt: event.at + (holding?.length ?? 0),
    notifiedAfter: holding?.notifiedAfter ?? 0,
  };
};

/** Every query of a view, oldest first. */
export const queriesOf = (history: History, view: View): readonly Query[] => {
  const queries: Query[] = [];
  for (let index = 0; index < view.before; index += 1) {
    const { content } = answered(history, index);
    if (content.kind === 'query' && content.query === index) queries.push(queryOf(history, index));
  }
  return queries;
};

/** A query can be finished while its customer consents and the account is not on hold. */
const requirementsMet = (history: History, query: Query, view: View): boolean =>
  consentInForce(history, view, query) && !isOnHold(history, view, query.customer);

/** The collection ends at its time, or when it is made to end. */
const collectionEnd = (history: History, query: Query): View => {
  const made = history.events.findIndex(
    (event, index) =>
      index > query.startedBy &&
      event.kind === 'finishCollection' &&
      event.customer === query.customer &&
      (event.scope ?? query.scope) === query.scope,
  );
  const natural = whenTimeGetsTo(history, query.endsAt);
  return made >= 0 && isEarlier(rightAfter(history, made), natural) ? rightAfter(history, made) : natural;
};

/** The moments at which a requirement of the query may have been lost, up to a moment. */
const turningPoints = (history: History, query: Query, until: View): readonly View[] => {
  const moments: View[] = [rightAfter(history, query.startedBy)];
  for (let index = query.startedBy + 1; index < until.before; index += 1) {
    const { kind } = eventAt(history, index);
    if (kind === 'revokeConsent' || kind === 'expireConsent' || kind === 'holdAccount') {
      moments.push(rightAfter(history, index));
    }
  }
  for (const end of endsOfGrants(history, until, query)) {
    if (end > eventAt(history, query.startedBy).at && end <= until.now) moments.push(whenTimeGetsTo(history, end));
  }
  return moments.sort((one, other) => (isEarlier(one, other) ? -1 : 1));
};

const isEndedBy = (history: History, query: Query, view: View): Ending | undefined => {
  const { choices } = history.settings;
  const end = collectionEnd(history, query);
  const ended = isSeenBy(end, view);
  const until = ended ? end : view;
  const lost = turningPoints(history, query, until).find((moment) => !requirementsMet(history, query, moment));
  if (choices['query.cancelMoment'] === 'at-once') {
    if (lost !== undefined) return { status: 'CANCELED', moment: lost };
    return ended ? { status: 'COMPLETED', moment: end } : undefined;
  }
  if (!ended) return undefined;
  const canceled =
    choices['query.holdReleasedBeforeEnd'] === 'canceled' ? lost !== undefined : !requirementsMet(history, query, end);
  return { status: canceled ? 'CANCELED' : 'COMPLETED', moment: end };
};

/** How the query ended, if it has. What has been seen once stays so; what only might come to pass is not kept. */
export const endingOf = (history: History, query: Query, view: View): Ending | undefined => {
  const known = history.endings.get(query.startedBy);
  if (known !== undefined && isSeenBy(known.moment, view)) return known;
  const ending = isEndedBy(history, query, view);
  const isPast = view.now <= (history.events.at(-1)?.at ?? 0);
  if (ending !== undefined && isPast) history.endings.set(query.startedBy, ending);
  return ending;
};
