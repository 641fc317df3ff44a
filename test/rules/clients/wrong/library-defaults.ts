import axios, { type AxiosError, type AxiosInstance } from 'axios';
import axiosRetry, { exponentialDelay } from 'axios-retry';
import { got, HTTPError } from 'got';
import ky, { HTTPError as KyError } from 'ky';
import { FetchError, ofetch } from 'ofetch';
import pRetry from 'p-retry';
import { Agent, request, RetryAgent } from 'undici';
import type { Client, ClientEnv } from '../../../../src/index.ts';
import { type Call, fetchWithin, type Layers, mostRetries, retryWith } from './layers.ts';
import { importInLayers } from './pipeline.ts';
import * as read from './readings.ts';
import type { WrongClients } from './wrong-client.ts';

/** They leave retries to a library, as its first example shows. */

const none: Layers['retry'] = (send) => send;

interface Raw {
  readonly status: number;
  readonly data: string;
}

/** A transport whose library throws when no answer comes. */
const byLibrary =
  (open: (env: ClientEnv) => (call: Call) => Promise<Raw>): Layers['transport'] =>
  (env) => {
    const fetchIt = open(env);
    return async (call) => {
      try {
        const { status, data } = await fetchIt(call);
        return read.legible(call.kind, { status, text: data });
      } catch {
        env.signal.throwIfAborted();
        return read.silence;
      }
    };
  };

const byAxios = (configure: (http: AxiosInstance) => void): Client =>
  importInLayers({
    retry: none,
    transport: byLibrary(({ signal }) => {
      const http = axios.create({
        signal,
        timeout: 30_000,
        responseType: 'text',
        transformResponse: (text: string) => text,
      });
      configure(http);
      return async ({ url, method, headers = {}, body: data }) => {
        try {
          return await http.request<string>({ url, method, headers, data });
        } catch (error) {
          if (axios.isAxiosError<string>(error) && error.response !== undefined) return error.response;
          throw error;
        }
      };
    }),
  });

const isOfNetworkOrServer = ({ response }: AxiosError): boolean => response === undefined || response.status >= 500;

const byGot = importInLayers({
  retry: none,
  transport: byLibrary(({ signal }) => async ({ url, method, headers = {}, body }) => {
    try {
      const response = await got(url, { method, headers, signal, ...(body !== undefined && { body }) });
      return { status: response.statusCode, data: response.body };
    } catch (error) {
      if (!(error instanceof HTTPError)) throw error;
      return { status: error.response.statusCode, data: String(error.response.body) };
    }
  }),
});

const byKy = importInLayers({
  retry: none,
  transport: byLibrary(({ signal }) => async ({ url, method, headers = {}, body = null }) => {
    const response = await ky(url, { method, headers, body, signal }).catch((error: unknown) => {
      if (!(error instanceof KyError)) throw error;
      return error.response;
    });
    return { status: response.status, data: await response.text() };
  }),
});

const byOfetch = importInLayers({
  retry: none,
  transport: byLibrary(({ signal }) => async ({ url, method, headers = {}, body = null }) => {
    let status = 0;
    const onResponse = ({ response }: { readonly response: Response }): void => void (status = response.status);
    const options = { method, headers, body, signal, onResponse, responseType: 'text' } as const;
    const data = await ofetch(url, options).catch((error: unknown) => {
      if (!(error instanceof FetchError) || error.response === undefined) throw error;
      return String(error.data ?? '');
    });
    return { status, data };
  }),
});

const byRetryAgent: Client = async (env) => {
  const dispatcher = new RetryAgent(new Agent({ connections: 4 }));
  const open = byLibrary(({ signal }) => async ({ url, method, headers = {}, body = null }) => {
    const response = await request(url, { method, headers: { ...headers }, body, signal, dispatcher });
    return { status: response.statusCode, data: await response.body.text() };
  });
  try {
    return await importInLayers({ retry: none, transport: open })(env);
  } finally {
    await dispatcher.destroy();
  }
};

/** All that is not success is an error, and every error is worth five tries. */
const pRetryAll: Layers['retry'] =
  (send, { signal }) =>
  async (call) => {
    let last = read.silence;
    const attempt = async (): Promise<read.Answer> => {
      last = await send(call);
      if (last.status === 0 || last.status >= 400) throw new Error(`${call.kind}: ${last.status}`);
      return last;
    };
    return pRetry(attempt, { retries: 5, signal }).catch(() => {
      signal.throwIfAborted();
      return last;
    });
  };

const retriesAfterHeaderOnly: Layers['retry'] = (send, env) => async (call) => {
  for (let retries = 0; ; retries++) {
    const answer = await send(call);
    const seconds = Number(answer.retryAfter ?? Number.NaN);
    if (retries === 5 || !(seconds > 0)) return answer;
    await read.pause(1000 * seconds, env);
  }
};

const oneSecondFor: Client = importInLayers({ transport: fetchWithin(1000) });

const retriesByMethod = importInLayers({
  retry: retryWith((call, answer) => (call.method === 'GET' || answer.status === 0 ? mostRetries(call, answer) : 0)),
});

const retriesMethodsOnSilence = importInLayers({
  retry: retryWith((call, answer) => (answer.status === 0 ? 3 : mostRetries(call, answer))),
});

export const libraryDefaults = {
  axiosRetryDefaults: {
    client: byAxios((http) => axiosRetry(http)),
    why: 'axios-retry as it comes: three retries of reads after 5xx at once, none of a create, none after 429 (Retry rules 2): a create answers 504 once, or a listing 429.',
    level: 'must',
  },
  axiosRetriesAll: {
    client: byAxios((http) =>
      axiosRetry(http, { retries: 5, retryDelay: exponentialDelay, retryCondition: () => true }),
    ),
    why: 'axios-retry told to retry whatever fails: refusals that cannot succeed, and a mail whose answer was lost (Errors, interface C; Retry rules 2): a scope that is not enabled.',
    level: 'must',
  },
  axiosRetriesTransient: {
    client: byAxios((http) =>
      axiosRetry(http, { retries: 3, retryDelay: (count) => count * 100, retryCondition: isOfNetworkOrServer }),
    ),
    why: 'axios-retry after 5xx and broken connections, of any method, after a tenth of a second; 429 is final (Retry rules 2 and 3): a create answers 429 once.',
    level: 'must',
  },
  gotDefaults: {
    client: byGot,
    why: 'got as it comes: two retries of GET and none of POST (Retry rules 2): a create answers 429 or 500 once.',
    level: 'must',
  },
  kyDefaults: {
    client: byKy,
    why: 'ky as it comes: two retries of GET and none of POST, 413 among what is retried, ten seconds for all of it (Retry rules 2): a create answers 500 once.',
    level: 'must',
  },
  ofetchDefaults: {
    client: byOfetch,
    why: 'ofetch as it comes: one retry of GET at once, none of POST (Retry rules 2 and 3): a listing answers 500 twice.',
    level: 'must',
  },
  retryAgentDefaults: {
    client: byRetryAgent,
    why: "undici's RetryAgent as it comes: no retry of POST, and half a second before the first of GET (Retry rules 2 and 3): a create answers 504 once.",
    level: 'must',
  },
  pRetryAll: {
    client: importInLayers({ retry: pRetryAll }),
    why: 'p-retry around every call, of which any status from 400 on throws: what cannot succeed is sent six times (Errors, interface C): the profile is deleted before the create.',
    level: 'must',
  },
  retriesAfterHeaderOnly: {
    client: importInLayers({ retry: retriesAfterHeaderOnly }),
    why: 'Retries only where a Retry-After header says when, though no such header is shown (Retry rules 2): a listing answers 429 once without it.',
    level: 'must',
  },
  retriesReadsOnly: {
    client: retriesByMethod,
    why: 'Retries reads, and of writes only those without an answer, so that a create that was throttled is final (Retry rules 2): a create answers 429 once.',
    level: 'must',
  },
  retriesSilenceOfAnyKind: {
    client: retriesMethodsOnSilence,
    why: 'Repeats whatever got no answer, a mail as well, which may have gone out (sendEmail; email send states are not shown): the answer to the mail is lost.',
    level: 'should',
  },
  waitsOneSecond: {
    client: oneSecondFor,
    why: 'Gives every answer one second and hangs up, so that a create that takes longer is made and never known (Endpoints, createDataQuery): answers take two seconds.',
    level: 'should',
  },
} as const satisfies WrongClients;
