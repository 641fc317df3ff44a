import type { World } from '../core/world.ts';
import type { Stage } from '../stage/stage.ts';
import { tokenUrlOf } from './application.ts';

/** The tokens that a customer's authorization gave an application. Empty where there was none. */
export interface CustomerTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export const noTokens: CustomerTokens = { accessToken: '', refreshToken: '' };

export interface Authorization {
  readonly clientId: string;
  readonly customerId: string;
  readonly scope: string;
  /** Milliseconds until the consent ends by itself; without it, it does not. */
  readonly for?: number;
}

/** Lets the customer authorize the application, and gets the tokens as an application would: with the code. */
export const authorize = (stage: Stage, world: World, authorization: Authorization): CustomerTokens => {
  const { clientId } = authorization;
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: stage.authorize(authorization),
    client_id: clientId,
    client_secret: world.applications.get(clientId)?.clientSecret ?? '',
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = tokenUrlOf(world.settings.addresses);
  const answer = stage.prepare({ method: 'POST', url, headers, body: form.toString() });
  const tokens = JSON.parse(answer.body) as { readonly access_token: string; readonly refresh_token: string };
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
};
