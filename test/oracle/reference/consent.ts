import { applicationWasMade } from './console.ts';
import type { Event } from './events.ts';
import { asFoundBy, eventAt, type History, lastBefore, type View } from './history.ts';
import { holdingOf } from './settings.ts';

/** A customer's consent to one application and one scope, and the hold on an account. */

export interface Bond {
  readonly application: string;
  readonly customer: string;
  readonly scope: string;
}

/** Whether the event grants or ends consent of this bond. Without names it concerns all there are. */
const concerns = (history: History, bond: Bond, event: Event, index: number): boolean => {
  switch (event.kind) {
    case 'authorize':
      return event.application === bond.application && event.customer === bond.customer && event.scope === bond.scope;
    case 'grantConsent':
    case 'revokeConsent':
    case 'expireConsent':
      return (
        event.customer === bond.customer &&
        (event.application === undefined
          ? applicationWasMade(history, asFoundBy(history, index), bond.application)
          : event.application === bond.application) &&
        (event.scope === undefined
          ? holdingOf(history.settings, bond.customer, bond.scope) !== undefined
          : event.scope === bond.scope)
      );
    default:
      return false;
  }
};

/** The instant a grant runs out, if it does. */
const endOfGrant = (event: Event): number | undefined =>
  event.kind === 'grantConsent' && event.for !== undefined ? event.at + event.for : undefined;

/** Consent is in force when the last word on it was a grant, and its time is not over. */
export const consentInForce = (history: History, view: View, bond: Bond): boolean => {
  const last = lastBefore(history, view.before, (event, index) => concerns(history, bond, event, index));
  if (last === undefined) return false;
  const event = eventAt(history, last);
  if (event.kind !== 'authorize' && event.kind !== 'grantConsent') return false;
  const end = endOfGrant(event);
  return end === undefined || view.now < end;
};

/** The instants at which consent of this bond might run out. */
export const endsOfGrants = (history: History, view: View, bond: Bond): readonly number[] =>
  history.events.slice(0, view.before).flatMap((event, index) => {
    const end = endOfGrant(event);
    return end !== undefined && concerns(history, bond, event, index) ? [end] : [];
  });

/** Whether the event withdraws consent that is in force. */
export const withdraws = (history: History, bond: Bond, index: number): boolean => {
  const event = eventAt(history, index);
  return (
    event.kind === 'revokeConsent' &&
    concerns(history, bond, event, index) &&
    consentInForce(history, asFoundBy(history, index), bond)
  );
};

export const isOnHold = (history: History, view: View, customer: string): boolean => {
  const last = lastBefore(
    history,
    view.before,
    (event) => (event.kind === 'holdAccount' || event.kind === 'releaseAccount') && event.customer === customer,
  );
  return last !== undefined && eventAt(history, last).kind === 'holdAccount';
};
