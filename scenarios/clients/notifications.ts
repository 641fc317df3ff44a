import type { ClientEnv } from '../../src/index.ts';

type RegionName = keyof ClientEnv['regions'];
type Status = 'COMPLETED' | 'CANCELED';

/** The application's endpoint for notifications, and what it has heard so far. */
export interface Notifications {
  /** How the query ended, once the service says so. */
  outcome(query: string): Promise<Status>;
}

/** Where an application has its endpoint, unless it has one for all regions. */
const placed: Readonly<Record<string, readonly RegionName[]>> = { 'importer-in-europe': ['eu-west-1'] };

/** Longer than any collection should take; then a person has to look. */
const patience = 4 * 3_600_000;

/** Notifications may come twice, in any order, before the answer to the create, or for queries of somebody else. */
export const openEndpoint = (env: ClientEnv): Notifications => {
  const heard = new Map<string, Status>();
  const waiting = new Map<string, (status: Status) => void>();
  const endpoint = async (request: Request): Promise<Response> => {
    const { Message } = (await request.json()) as { readonly Message: string };
    const { id, status } = JSON.parse(Message) as { readonly id: string; readonly status: Status };
    heard.set(id, status);
    waiting.get(id)?.(status);
    return new Response(null, { status: 204 });
  };
  for (const region of placed[env.clientId] ?? [undefined]) env.onNotification(endpoint, { region });
  return {
    outcome: (query) =>
      new Promise((resolve, reject) => {
        const known = heard.get(query);
        if (known !== undefined) return resolve(known);
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          env.signal.removeEventListener('abort', giveUp);
          waiting.delete(query);
          settle();
        };
        const giveUp = (): void => end(() => reject(new Error(`no notification for query ${query}`)));
        const timer = setTimeout(giveUp, patience);
        env.signal.addEventListener('abort', giveUp);
        waiting.set(query, (status) => end(() => resolve(status)));
      }),
  };
};
