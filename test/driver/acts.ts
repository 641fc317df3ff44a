import type { ClientEnv, Simulation } from '../../src/index.ts';
import type { Region } from '../../src/spec/regions.ts';
import { bearer, queriesOf } from '../simulation/calls.ts';

/** What a client does in the tests of the director: calls that give the status, or 0 where no answer came. */

const statusOf = async (request: Promise<Response>): Promise<number> => {
  try {
    const response = await request;
    await response.text();
    return response.status;
  } catch {
    return 0;
  }
};

export const mail = ({ emailUrl }: ClientEnv): Promise<number> =>
  statusOf(
    fetch(emailUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ toEmailAddress: 'a@b.example', fromEmailAddress: 'c@d.example', emailContent: 'x' }),
    }),
  );

/** So many e-mails, one after the other. */
export const mails = async (env: ClientEnv, count: number): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent++) statuses.push(await mail(env));
  return statuses;
};

export const createIn = (env: ClientEnv, region: Region, customer = env.customer): Promise<number> =>
  statusOf(
    fetch(queriesOf({ regions: env.regions, customer }, region), {
      method: 'POST',
      headers: bearer(customer.accessToken),
    }),
  );

/** The instants at which a scenario did something, in milliseconds, with what it did. */
export const actionsOf = ({ trace }: Simulation): readonly (readonly [number, string])[] =>
  trace.entries.filter((entry) => entry.kind === 'action').map(({ at, action }) => [at, action.do]);
