import type { AxiosInstance } from 'axios';
import type { ClientEnv } from '../../src/index.ts';

/** A refresh token may give way to a new one when it is used. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
}

const mostTries = 2;

/** Asks for a token, and once more where the answer is something else. */
export const requestToken = async (
  http: AxiosInstance,
  { tokenUrl, clientId, clientSecret }: ClientEnv,
  grant: Readonly<Record<string, string>>,
): Promise<Tokens> => {
  const form = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret });
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { data } = await http.post<Partial<Tokens>>(tokenUrl, form);
    if (data.access_token !== undefined) return { ...data, access_token: data.access_token };
  }
  throw new Error('the answer has no token');
};
