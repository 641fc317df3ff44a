import { type DataRecord, makeRecord } from '../core/records.ts';
import type { Application, Holding } from '../core/world.ts';
import type { Stage } from '../stage/stage.ts';
import type { ClientCustomer } from './client-env.ts';

/** A customer as a test sees him: what the application knows of him, and what the service holds. */
export interface SimulatedCustomer extends ClientCustomer {
  /** What an import of this customer and scope must end with, in the order of the listing. */
  readonly records: readonly DataRecord[];
}

/** Lets the customer authorize the application, and gets the tokens as an application would: with the code. */
export const authorizeCustomer = (
  stage: Stage,
  tokenUrl: string,
  application: Application,
  holding: Holding,
  seed: number,
): SimulatedCustomer => {
  const { customerId, scope } = holding;
  const code = stage.authorize(application.clientId, customerId, scope);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    client_id: application.clientId,
    client_secret: application.clientSecret,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = stage.prepare({ method: 'POST', url: tokenUrl, headers, body: form.toString() });
  const tokens = JSON.parse(answer.body) as { readonly access_token: string; readonly refresh_token: string };
  let records: readonly DataRecord[] | undefined;
  return {
    id: customerId,
    scope,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    get records() {
      records ??= Array.from({ length: holding.records }, (_, index) => makeRecord(seed, customerId, scope, index));
      return records;
    },
  };
};
