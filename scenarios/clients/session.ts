import type { AxiosInstance } from 'axios';
import type { ClientEnv } from '../../src/index.ts';
import { describe, refusalOf, statusOf } from './http.ts';
import type { Pace } from './pace.ts';
import { requestToken } from './token.ts';

type Customer = ClientEnv['customer'];
type RegionName = keyof ClientEnv['regions'];
type Method = 'GET' | 'POST';

/** Shared by all sessions, as the limits are. */
export type Paces = Readonly<Record<Method, Pace>>;

/** Calls interface C for one customer, with a token that is renewed when it has expired. */
export interface Session {
  call<T>(what: string, method: Method, path: string): Promise<T>;
  readonly refreshes: number;
}

/** In order of preference; all share one state, so any of them will do. */
const regions: readonly RegionName[] = ['eu-west-1', 'us-east-1', 'us-west-2'];

/** An answer that is no JSON is an error, and not a text. */
const strictJson = { responseType: 'json', transitional: { silentJSONParsing: false } } as const;

export const openSession = (http: AxiosInstance, env: ClientEnv, customer: Customer, paces: Paces): Session => {
  let { accessToken: token, refreshToken } = customer;
  let renewal: Promise<void> | undefined;
  let refreshes = 0;

  const renew = async (): Promise<void> => {
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const fresh = await requestToken(http, env, grant).catch((error: unknown) => {
      throw describe('refresh', error);
    });
    token = fresh.access_token;
    refreshToken = fresh.refresh_token ?? refreshToken;
    refreshes += 1;
  };

  /** However many calls find the token expired, it is renewed once. */
  const renewOnce = (): Promise<void> => {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };

  const send = async <T>(method: Method, path: string, region = 0): Promise<T> => {
    const base = env.regions[regions[region] ?? 'eu-west-1'];
    try {
      const url = `${base}/${customer.scope}${path}`;
      const ready = async (): Promise<string> => {
        await paces[method]();
        return `Bearer ${token}`;
      };
      const { data } = await http.request<T | ''>({ method, url, ready, ...strictJson });
      if (data === '') throw new Error('the answer has no body');
      return data;
    } catch (error) {
      const unreachable = statusOf(error) === undefined && !env.signal.aborted;
      if (unreachable && region + 1 < regions.length) return send(method, path, region + 1);
      throw error;
    }
  };

  const isExpired = (error: unknown): boolean =>
    statusOf(error) === 403 && refusalOf(error).message?.startsWith('Access token is expired') === true;

  return {
    call: async <T>(what: string, method: Method, path: string): Promise<T> => {
      try {
        return await send<T>(method, path).catch(async (error: unknown) => {
          if (!isExpired(error)) throw error;
          await renewOnce();
          return send<T>(method, path);
        });
      } catch (error) {
        throw describe(what, error);
      }
    },
    get refreshes() {
      return refreshes;
    },
  };
};
