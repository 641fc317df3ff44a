import type { AxiosInstance } from 'axios';
import type { ClientEnv } from '../../src/index.ts';
import { describe, onlyWhenRefused, statusOf } from './http.ts';
import { requestToken, type Tokens } from './token.ts';

const grant = { grant_type: 'client_credentials', scope: 'reporting::store:marketer' };

/** Calls the reporting API. Its token is short-lived: it serves until a refusal says that a new one is due. */
export const openReporting = (http: AxiosInstance, env: ClientEnv): ((body: unknown) => Promise<void>) => {
  let token: Promise<Tokens> | undefined;
  const post = async (body: unknown): Promise<void> => {
    token ??= requestToken(http, env, grant);
    const headers = { authorization: `Bearer ${(await token).access_token}` };
    await http.post(`${env.storeUrls.reporting}/imports`, body, { headers });
  };
  return async (body) => {
    try {
      await post(body).catch((error: unknown) => {
        if (statusOf(error) !== 403) throw error;
        token = undefined;
        return post(body);
      });
    } catch (error) {
      throw describe('report', error);
    }
  };
};

/** When the answer is lost the mail may have gone out all the same, and two are worse than a report of failure. */
export const sendMail = async (http: AxiosInstance, env: ClientEnv, text: string): Promise<void> => {
  const mail = {
    toEmailAddress: 'owner@example.com',
    fromEmailAddress: 'imports@example.com',
    emailContent: text,
  };
  await http.post(env.emailUrl, mail, onlyWhenRefused).catch((error: unknown) => {
    throw describe('sendEmail', error);
  });
};
