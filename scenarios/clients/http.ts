import axios, { type AxiosInstance, isAxiosError } from 'axios';
import axiosRetry from 'axios-retry';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Waits until the call may be sent, and gives its authorization; asked for a retry, too, which counts as much. */
    readonly ready?: () => Promise<string>;
  }
}

/** The waits that the interface suggests before the retries of a call; then the error is reported. */
const waits = [1000, 2000, 4000, 10_000, 30_000];

/** What an error body says; every field is missing when it is something else. */
interface Refusal {
  readonly type?: string;
  readonly message?: string;
  /** The token address has names of its own for both. */
  readonly error?: string;
  readonly error_description?: string;
}

export const refusalOf = (error: unknown): Refusal => {
  const data: unknown = isAxiosError(error) ? error.response?.data : undefined;
  return typeof data === 'object' && data !== null ? data : {};
};

export const statusOf = (error: unknown): number | undefined =>
  isAxiosError(error) ? error.response?.status : undefined;

const retriedStatuses = [429, 500, 504];
const finalStatuses = [400, 403, 404, 409, 413];

/** Nothing answers, or what answers breaks off or cannot be read. */
const isUnanswered = (error: unknown): boolean => (statusOf(error) ?? 0) < 400;

/** A refusal where JSON was asked for, and it says nothing. */
const isUnreadable = (error: unknown): boolean =>
  isAxiosError(error) && error.config?.responseType === 'json' && refusalOf(error).type === undefined;

/** How often a call may be repeated that ended like this. Once, when nothing answers or the table knows no such error. */
const mostRetries = (error: unknown): number => {
  const status = statusOf(error);
  const { type } = refusalOf(error);
  if (status === undefined || isUnanswered(error)) return axios.isCancel(error) ? 0 : 1;
  if (retriedStatuses.includes(status) || type === 'BLOCKED_REQUEST') return waits.length;
  const isUnlisted = status > 500 || isUnreadable(error) || (type !== undefined && !finalStatuses.includes(status));
  return isUnlisted ? 1 : 0;
};

const isWorthRetrying = (error: unknown): boolean => {
  const retried = isAxiosError(error) ? (error.config?.['axios-retry']?.retryCount ?? 0) : 0;
  return retried < mostRetries(error);
};

/** For calls that must not happen twice: without an answer nobody knows whether it happened. */
export const onlyWhenRefused = {
  'axios-retry': { retryCondition: (error: unknown) => !isUnanswered(error) && isWorthRetrying(error) },
};

/** All calls of the application go through one of these. */
export const createHttp = (signal: AbortSignal): AxiosInstance => {
  const http = axios.create({ signal, timeout: 30_000 });
  http.interceptors.request.use(async (config) => {
    if (config.ready !== undefined) config.headers.set('authorization', await config.ready());
    return config;
  });
  axiosRetry(http, {
    retries: waits.length,
    retryDelay: (attempt) => waits[attempt - 1] ?? 0,
    retryCondition: isWorthRetrying,
    shouldResetTimeout: true,
  });
  return http;
};

/** An error that says what was tried and why it was refused, and holds no token. */
export const describe = (what: string, error: unknown): Error => {
  const { type, message, error: code, error_description: description } = refusalOf(error);
  const status = statusOf(error);
  if (status === undefined) return new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  if (isUnanswered(error)) return new Error(`${what}: ${status}, and the answer cannot be read`);
  return new Error([`${what}:`, status, type ?? code, message ?? description].filter(Boolean).join(' '));
};
