import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';

/** What the bases of the wrong clients have in common: how an answer is to be read. Nothing of it sends anything. */

export type Kind = 'token' | 'create' | 'list' | 'file' | 'report' | 'mail';

/** An answer; its status is 0 when none came, or one that cannot be read. */
export interface Answer extends parts.Answer {
  readonly retryAfter?: string | undefined;
}

export const silence: Answer = { status: 0, text: '' };

const expected: Partial<Readonly<Record<Kind, string>>> = { token: 'access_token', create: 'id', list: 'records' };

/** Success without what was asked for is no answer. */
export const legible = (kind: Kind, answer: Answer): Answer => {
  const field = expected[kind];
  const isSuccess = answer.status > 0 && answer.status < 300;
  if (!isSuccess || field === undefined) return answer;
  return parts.readBody<Record<string, unknown>>(answer.text)[field] === undefined ? silence : answer;
};

const ofTheService: Readonly<Record<Kind, boolean>> = {
  token: true,
  create: true,
  list: true,
  file: false,
  report: true,
  mail: false,
};

/** How often such a call may be repeated after such an answer. (Retry rules) */
export const retriesFor = (kind: Kind, answer: Answer): number => {
  const { status, text } = answer;
  // A mail whose answer is lost may have gone out.
  if (status === 0) return kind === 'mail' ? 0 : 2;
  if (!ofTheService[kind]) return status >= 500 || status === 429 ? 2 : 0;
  // The store APIs say so that a token has expired. (Errors, interface B)
  if (kind === 'report' && status === 403) return 0;
  const isOfTokenAddress = parts.readBody<{ error: string }>(text).error !== undefined;
  return isOfTokenAddress && status < 500 ? 0 : parts.mostRetries(answer);
};

export const typeOf = ({ text }: Answer): string => parts.readBody<{ type: string }>(text).type ?? '';

export const messageOf = ({ text }: Answer): string => parts.readBody<{ message: string }>(text).message ?? '';

/** What was refused, with the service's own words. */
export const refused = (what: string, answer: Answer): parts.Refused =>
  new parts.Refused(what, answer.status === 0 ? { ...answer, text: '{"type":"no answer"}' } : answer);

/** One customer in one scope, with the tokens that it has now. */
export interface Account {
  readonly id: string;
  readonly scope: string;
  accessToken: string;
  refreshToken: string;
}

export const accountsOf = ({ customers }: ClientEnv): Account[] => customers.map((customer) => ({ ...customer }));

export const refreshForm = (env: ClientEnv, refreshToken: string): string =>
  new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: env.clientId,
    client_secret: env.clientSecret,
  }).toString();

export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' } as const;

export const mailOf = (text: string): string =>
  JSON.stringify({ toEmailAddress: 'owner@example.com', fromEmailAddress: 'imports@example.com', emailContent: text });

export const pause = (milliseconds: number, { signal }: ClientEnv): Promise<void> =>
  sleep(milliseconds, undefined, { signal });

export const minute = 60_000;
export const hour = 60 * minute;
