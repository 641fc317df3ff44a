import type { Grant } from './answer.ts';
import { type Bond, withdraws } from './consent.ts';
import type { Authority, Event } from './events.ts';
import { answered, eventAt, happenedSince, type History, type View } from './history.ts';
import { lengthOf } from './settings.ts';

/** What became of issued tokens and of the families they belong to. */

/** What the token of a header was issued for; undefined when nobody issued it. */
export const grantOf = (history: History, token: Authority): Grant | undefined => {
  if (typeof token === 'string') return undefined;
  const { content } = answered(history, token.of);
  return content.kind === 'token' ? content.grant : undefined;
};

const bondOf = (grant: Grant): Bond | undefined => (grant.kind === 'customer' ? grant : undefined);

/** Whether an action that names a customer, and perhaps an application, means this grant. */
const means = (
  action: { readonly customer: string; readonly application?: string },
  { customer, application }: Bond,
): boolean => action.customer === customer && (action.application ?? application) === application;

/** Withdrawn consent can take the tokens it stood behind along. (login.consentRevokesTokens) */
const revokedWithConsent = (history: History, bond: Bond, index: number): boolean =>
  history.settings.choices['login.consentRevokesTokens'] === 'tokens-revoked' && withdraws(history, bond, index);

const revokes =
  (history: History, grant: Grant) =>
  (event: Event, index: number): boolean => {
    const bond = bondOf(grant);
    if (grant.kind === 'store') return event.kind === 'revokeStoreToken' && event.store === grant.store;
    if (bond === undefined) return false;
    return (event.kind === 'revokeToken' && means(event, bond)) || revokedWithConsent(history, bond, index);
  };

const expires =
  (grant: Grant) =>
  (event: Event): boolean =>
    grant.kind === 'store'
      ? event.kind === 'expireStoreToken' && event.store === grant.store
      : event.kind === 'expireToken' && means(event, grant);

/** A token lives from its issue for its lifetime. (token.lifetime, token.expiryBoundary) */
const outlived = (history: History, token: number, now: number): boolean => {
  const { choices } = history.settings;
  const age = now - eventAt(history, token).at;
  const life = lengthOf(choices['token.lifetime']);
  return choices['token.expiryBoundary'] === 'dead' ? age >= life : age > life;
};

/** How an issued token stands. One that was revoked stays revoked, however old it is. */
export const tokenState = (history: History, token: number, view: View): 'good' | 'revoked' | 'expired' => {
  const grant = grantOf(history, { of: token });
  if (grant === undefined) throw new RangeError(`event ${token} issued no token`);
  if (happenedSince(history, token, view.before, revokes(history, grant))) return 'revoked';
  if (happenedSince(history, token, view.before, expires(grant))) return 'expired';
  return outlived(history, token, view.now) ? 'expired' : 'good';
};

/** Whether an issued token yields a blank id. */
export const lacks = (history: History, token: number, view: View, id: 'customerId' | 'profileId'): boolean => {
  const grant = grantOf(history, { of: token });
  return happenedSince(
    history,
    token,
    view.before,
    (event) =>
      event.kind === 'blankToken' &&
      event.lacks === id &&
      grant?.kind === 'customer' &&
      grant.customer === event.customer,
  );
};

/** Whether an id that an issued token yields is not valid. */
export const isGarbled = (history: History, token: number, view: View): boolean => {
  const grant = grantOf(history, { of: token });
  return happenedSince(
    history,
    token,
    view.before,
    (event) => event.kind === 'garbleToken' && grant?.kind === 'customer' && grant.customer === event.customer,
  );
};

/** Whether a refresh token still gives access tokens: its family is not revoked, and it was not replaced. */
export const refreshes = (history: History, refresh: number, view: View): boolean => {
  const grant = grantOf(history, { of: refresh });
  if (grant?.kind !== 'customer') return false;
  const { choices } = history.settings;
  const revoked = happenedSince(
    history,
    grant.family,
    view.before,
    (event, index) =>
      (event.kind === 'revokeToken' && choices['login.revokedFamily'] === 'refresh-token-too' && means(event, grant)) ||
      revokedWithConsent(history, grant, index),
  );
  const replaced = happenedSince(history, refresh, view.before, (event, index) => {
    if (choices['login.refreshRotation'] === 'stays' || event.kind !== 'token') return false;
    return (
      event.grant === 'refresh_token' &&
      typeof event.refresh === 'object' &&
      event.refresh.of === refresh &&
      answered(history, index).content.kind === 'token'
    );
  });
  return !revoked && !replaced;
};
