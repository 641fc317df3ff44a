import type { ClientEnv } from '../../../src/index.ts';
import type { Message, Behavior } from './behavior.ts';

export type Outcome = 'COMPLETED' | 'CANCELED';

/** Opens the endpoint for notifications. They may come twice, in any order, early, and for queries nobody knows. */
export const openEndpoint = (behavior: Behavior, env: ClientEnv): ((query: string) => Promise<Outcome>) => {
  const heard = new Map<string, Outcome>();
  const waiting = new Map<string, (outcome: Outcome) => void>();
  env.onNotification(async (request) => {
    const message = JSON.parse(((await request.json()) as { Message: string }).Message) as Message;
    const status = behavior.answerTo(message, waiting.has(message.id), heard.has(message.id));
    const outcome = message.status === 'COMPLETED' ? 'COMPLETED' : 'CANCELED';
    heard.set(message.id, outcome);
    waiting.get(message.id)?.(outcome);
    return new Response(null, { status });
  });
  return (query) =>
    new Promise((resolve, reject) => {
      const known = heard.get(query);
      if (known !== undefined) return resolve(known);
      const giveUp = (): void => reject(new Error(`no notification came for query ${query}`));
      const timer = behavior.patience < Number.POSITIVE_INFINITY ? setTimeout(giveUp, behavior.patience) : undefined;
      waiting.set(query, (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      });
    });
};
