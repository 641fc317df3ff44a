import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import type { ClientEnv } from '../../src/index.ts';
import { globalFetch, sendByFetch } from './fetches.ts';
import { type Calls, type Fetch, makeCalls, retryInLoop, type Send, type WildClient } from './wild-client.ts';

/** Libraries that get tokens; two of them also send the requests that need one. */

/** What a library knows of a token that it got by the client-credentials grant. (Interface B) */
interface StoreToken {
  readonly token: string;
  /** Whether it is over, as the library sees it now. */
  hasExpired(): boolean;
}

/** Gets a token for the reporting API, and reckons its lifetime in steps of so many milliseconds. */
export interface Grant {
  readonly get: (env: ClientEnv) => Promise<StoreToken>;
  readonly grain: number;
}

const scope = 'reporting::store:marketer';

const tokenOf = (authorization = ''): string => authorization.replace(/^Bearer /, '');

const configure = (env: ClientEnv, fetch: Fetch, timeout?: number): openid.Configuration => {
  const server = { issuer: new URL(env.tokenUrl).origin, token_endpoint: env.tokenUrl };
  const config = new openid.Configuration(server, env.clientId, undefined, openid.ClientSecretPost(env.clientSecret));
  config[openid.customFetch] = fetch as openid.CustomFetch;
  // In seconds.
  if (timeout !== undefined) config.timeout = timeout / 1000;
  if (env.tokenUrl.startsWith('http:')) openid.allowInsecureRequests(config);
  return config;
};

/** For requests that have a token already. */
const anyConfig = (fetch: Fetch, url: string): openid.Configuration =>
  configure({ tokenUrl: url, clientId: 'unused', clientSecret: 'unused' } as ClientEnv, fetch);

const callsByOpenid = (fetch: Fetch): Calls => {
  const send: Send = async ({ method, url, headers: { authorization } }) => {
    const response = await openid.fetchProtectedResource(
      anyConfig(fetch, url),
      tokenOf(authorization),
      new URL(url),
      method,
    );
    return { status: response.status, text: await response.text() };
  };
  return {
    ...makeCalls(send),
    token: async (env, timeout) =>
      (await openid.refreshTokenGrant(configure(env, fetch, timeout), env.customer.refreshToken)).access_token,
    download: makeCalls(sendByFetch(fetch)).download,
  };
};

const describeClient = (env: ClientEnv) => ({
  server: { issuer: new URL(env.tokenUrl).origin, token_endpoint: env.tokenUrl },
  client: { client_id: env.clientId },
  secret: oauth.ClientSecretPost(env.clientSecret),
});

const callsByOauth4webapi = (fetch: Fetch): Calls => {
  const usual = {
    [oauth.customFetch]: fetch as (url: string, init: object) => Promise<Response>,
    [oauth.allowInsecureRequests]: true,
  };
  const send: Send = async ({ method, url, headers: { authorization } }) => {
    const token = tokenOf(authorization);
    const response = await oauth.protectedResourceRequest(token, method, new URL(url), new Headers(), null, usual);
    return { status: response.status, text: await response.text() };
  };
  return {
    ...makeCalls(send, retryInLoop(send)),
    token: async (env, timeout) => {
      const { server, client, secret } = describeClient(env);
      const response = await oauth.refreshTokenGrantRequest(server, client, secret, env.customer.refreshToken, {
        ...usual,
        ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
      });
      return (await oauth.processRefreshTokenResponse(server, client, response)).access_token;
    },
    download: makeCalls(sendByFetch(fetch)).download,
  };
};

const describeSimply = (env: ClientEnv, timeout?: number) => ({
  client: { id: env.clientId, secret: env.clientSecret },
  auth: { tokenHost: new URL(env.tokenUrl).origin, tokenPath: env.tokenUrl },
  options: { authorizationMethod: 'body' as const },
  ...(timeout !== undefined && { http: { timeout } }),
});

/** The grants of interface B by those libraries, by name. */
export const grants: Readonly<Record<string, Grant>> = {
  'openid-client': {
    get: async (env) => {
      const tokens = await openid.clientCredentialsGrant(configure(env, globalFetch), { scope });
      return { token: tokens.access_token, hasExpired: () => tokens.expiresIn() === 0 };
    },
    // Whole seconds that are left.
    grain: 1000,
  },
  oauth4webapi: {
    get: async (env) => {
      const { server, client, secret } = describeClient(env);
      const response = await oauth.clientCredentialsGrantRequest(server, client, secret, { scope });
      const issued = await oauth.processClientCredentialsResponse(server, client, response);
      // It leaves the reckoning to its user.
      const end = Date.now() + 1000 * (issued.expires_in ?? 0);
      return { token: issued.access_token, hasExpired: () => Date.now() >= end };
    },
    grain: 1,
  },
  'simple-oauth2': {
    get: async (env) => {
      const token = await new ClientCredentials(describeSimply(env)).getToken({ scope });
      return { token: String(token.token['access_token']), hasExpired: () => token.expired() };
    },
    grain: 1,
  },
};

export const oauthLibraries: readonly WildClient[] = [
  {
    name: 'openid-client',
    packages: ['openid-client'],
    layer: 'global fetch',
    retries: 'in a loop',
    calls: callsByOpenid(globalFetch),
    over: callsByOpenid,
    timeout: { error: { name: 'ClientError', code: 'OAUTH_TIMEOUT' } },
    caveat:
      'Its time limit is 30 s unless told otherwise, and `expiresIn()` counts whole seconds. Downloads by `fetch`: their links need no token.',
  },
  {
    name: 'oauth4webapi',
    packages: ['oauth4webapi'],
    layer: 'global fetch',
    retries: 'in a loop',
    calls: callsByOauth4webapi(globalFetch),
    over: callsByOauth4webapi,
    timeout: { error: { name: 'TimeoutError' } },
    caveat: 'Downloads by `fetch`: their links need no token.',
  },
  {
    name: 'simple-oauth2',
    packages: ['simple-oauth2'],
    layer: 'node:http(s)',
    retries: 'in a loop',
    calls: {
      ...makeCalls(sendByFetch(globalFetch)),
      token: async (env, timeout) => {
        const code = new AuthorizationCode(describeSimply(env, timeout));
        const token = await code.createToken({ refresh_token: env.customer.refreshToken }).refresh();
        return String(token.token['access_token']);
      },
    },
    timeout: { error: { message: /^Client request timeout$/ } },
    caveat: 'It does nothing but the token call; the others are global `fetch`.',
  },
];
