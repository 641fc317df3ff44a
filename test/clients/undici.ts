import { Agent, type Dispatcher, fetch as undiciFetch, request as undiciRequest, RetryAgent } from 'undici';
import { retryStatuses } from '../../src/spec/retry.ts';
import { signalError } from './fetches.ts';
import { type Call, isRetried, makeCalls, type Send, type WildClient, waits } from './wild-client.ts';

/** The npm package `undici`: its functions, and dispatchers of the client's own. */

const formType = { 'content-type': 'application/x-www-form-urlencoded' } as const;

const send = async ({ method, url, headers, form, timeout }: Call, dispatcher?: Dispatcher) => {
  const response = await undiciRequest(url, {
    method,
    headers: { ...headers, ...(form && formType) },
    ...(form && { body: new URLSearchParams(form).toString() }),
    ...(timeout !== undefined && { headersTimeout: timeout }),
    ...(dispatcher && { dispatcher }),
  });
  return { status: response.statusCode, text: await response.body.text() };
};

const ownAgent = new Agent({ connections: 2 });

const retryAgent = new RetryAgent(ownAgent, {
  maxRetries: waits.length,
  methods: ['POST'],
  statusCodes: [...retryStatuses],
  retry: (error, { state }, done) => {
    const status = Reflect.get(error, 'statusCode') as unknown;
    const wait = waits[state.counter - 1];
    if (wait === undefined || typeof status !== 'number' || !isRetried(status)) done(error);
    else setTimeout(() => done(null), wait);
  },
});

const sendByAgent: Send = (call) => send(call, ownAgent);

/**
 * `headersTimeout` and `bodyTimeout` of a second and more are looked at every 499 ms only, in lib/util/timers.js: a limit of
 * 5 s is over after 5.489 s when nothing else is timed.
 */
const headersError = { error: { name: 'HeadersTimeoutError', code: 'UND_ERR_HEADERS_TIMEOUT' }, grid: 499 } as const;

const gridCaveat = 'It looks at `headersTimeout` every 499 ms: 5 s are 5.489 s, as against the real service.';

export const undiciClients: readonly WildClient[] = [
  {
    name: 'undici request',
    packages: ['undici'],
    layer: "undici's global dispatcher",
    retries: 'in a loop',
    calls: makeCalls((call) => send(call)),
    timeout: headersError,
    caveat: gridCaveat,
  },
  {
    name: 'undici fetch',
    packages: ['undici'],
    layer: "undici's global dispatcher",
    retries: 'in a loop',
    calls: makeCalls(async ({ method, url, headers, form, timeout }) => {
      const response = await undiciFetch(url, {
        method,
        headers,
        ...(form && { body: new URLSearchParams(form) }),
        ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
      });
      return { status: response.status, text: await response.text() };
    }),
    timeout: signalError,
  },
  {
    name: 'undici Agent',
    packages: ['undici'],
    layer: 'an undici dispatcher of its own',
    retries: 'in a loop',
    calls: makeCalls(sendByAgent),
    timeout: headersError,
    caveat: gridCaveat,
  },
  {
    name: 'undici RetryAgent',
    packages: ['undici'],
    layer: 'an undici dispatcher of its own',
    retries: 'itself',
    calls: makeCalls(sendByAgent, (call) => send(call, retryAgent)),
    timeout: 'none',
    caveat: 'Its usual factor doubles waits; a `retry` function gives any. It retries no POST unless `methods` has it.',
  },
];
