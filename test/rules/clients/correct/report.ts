import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import { requestToken } from './calls.ts';
import type { Send } from './senders.ts';

/** Whether a mail or a report may be sent once more: it was refused, and the refusal may pass. */
const mayPass = (answer: parts.Answer | undefined): boolean =>
  answer !== undefined && (answer.status === 429 || (answer.status >= 500 && answer.status !== 504));

/** What became of a mail. It is never sent twice: without an answer nobody knows whether it went out. */
export const sendMail = async (send: Send, env: ClientEnv, text: string): Promise<string> => {
  const mail = { toEmailAddress: 'owner@example.com', fromEmailAddress: 'imports@example.com', emailContent: text };
  const sending = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(mail),
  } as const;
  for (let retries = 0; ; retries++) {
    const answer = await send(env.emailUrl, sending, env.signal);
    if (answer?.status === 200) return 'sent';
    if (answer === undefined) return 'no answer: it may have been sent';
    if (!mayPass(answer) || retries === parts.waits.length) return `not sent: ${answer.status}`;
    await sleep(parts.waits[retries], undefined, { signal: env.signal });
  }
};

const grant = { grant_type: 'client_credentials', scope: 'reporting::store:marketer' };

/** Where tokens of the reporting API are kept: in one run, or for the process. */
export type Shelf = Map<string, string>;

/** What became of a report: one token for all of them, until a refusal says that another is due. */
export const openReports = (send: Send, env: ClientEnv, shelf: Shelf = new Map()) => {
  const key = `${env.tokenUrl} ${env.clientId} ${grant.scope}`;
  return async (report: unknown): Promise<string> => {
    let renewals = 0;
    for (let retries = 0; ; ) {
      const token = shelf.get(key) ?? (await requestToken(send, env, grant, env.signal)).access_token;
      shelf.set(key, token);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify(report);
      const answer = await send(`${env.storeUrls.reporting}/imports`, { method: 'POST', headers, body }, env.signal);
      if (answer !== undefined && answer.status < 300) return 'reported';
      // Refused, it is dead for whoever reports next as well: "an expired token is replaced".
      if (answer?.status === 403 && shelf.get(key) === token) shelf.delete(key);
      if (answer?.status === 403 && renewals < 2) {
        renewals += 1;
      } else if ((answer === undefined || mayPass(answer)) && retries < parts.waits.length) {
        await sleep(parts.waits[retries], undefined, { signal: env.signal });
        retries += 1;
      } else {
        return `not reported: ${answer?.status ?? 'no answer'}`;
      }
    }
  };
};
