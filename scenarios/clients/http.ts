import axios, { type AxiosInstance, isAxiosError } from 'axios';
import axiosRetry, { isNetworkError } from 'axios-retry';

/** The waits that the interface suggests before the retries of a call; then the error is reported. */
const waits = [1000, 2000, 4000, 10_000, 30_000];

/** What a refusal of interface C says; every field is missing when the body is something else. */
interface ErrorResponse {
  readonly type?: string;
  readonly message?: string;
}

export const refusalOf = (error: unknown): ErrorResponse => {
  const data: unknown = isAxiosError(error) ? error.response?.data : undefined;
  return typeof data === 'object' && data !== null ? data : {};
};

export const statusOf = (error: unknown): number | undefined =>
  isAxiosError(error) ? error.response?.status : undefined;

/** Too many requests, any failure of the server, a request held up by a scanner: worth another try. */
export const isRefusedForNow = (error: unknown): boolean => {
  const status = statusOf(error) ?? 0;
  return status === 429 || status >= 500 || refusalOf(error).type === 'BLOCKED_REQUEST';
};

const isTransient = (error: unknown): boolean =>
  isRefusedForNow(error) || (isAxiosError(error) && isNetworkError(error));

/** All calls of the application go through one of these. */
export const createHttp = (signal: AbortSignal): AxiosInstance => {
  const http = axios.create({ signal, timeout: 30_000 });
  axiosRetry(http, {
    retries: waits.length,
    retryDelay: (attempt) => waits[attempt - 1] ?? 0,
    retryCondition: isTransient,
    shouldResetTimeout: true,
  });
  return http;
};

/** An error that says what was tried and why it was refused, and holds no token. */
export const describe = (what: string, error: unknown): Error => {
  const { type, message } = refusalOf(error);
  const status = statusOf(error);
  if (status === undefined) return error instanceof Error ? error : new Error(String(error));
  return new Error([`${what}:`, status, type, message].filter((part) => part !== undefined).join(' '));
};
