import type { Call } from './calls.ts';
import { textIn } from '../history/read-text.ts';
import { isSuccess, readConduct } from './conduct.ts';
import { readOnce } from '../history/read-once.ts';

/** A request for a token, and what the client got for it. */
export interface Grant {
  readonly call: Call;
  /** Tokens of one kind and purpose: one store scope, or one customer's refresh token and its successors. */
  readonly purpose: string;
  readonly token?: GrantedToken;
}

export interface GrantedToken {
  readonly text: string;
  /** When the client had it, and how long it is good from then on, as far as the answer tells. */
  readonly from: number;
  readonly place: number;
  readonly until?: number;
}

export const readGrants = readOnce((history): readonly Grant[] => {
  const purposes = new Map<string, string>();
  return readConduct(history)
    .by('requestToken')
    .map((call) => {
      const { form } = call.exchange;
      const spent = form.get('refresh_token') ?? form.get('code') ?? '';
      const ofStore = form.get('grant_type') === 'client_credentials';
      const purpose = ofStore ? `store ${form.get('scope') ?? ''}` : (purposes.get(spent) ?? spent);
      const next = call.heard?.isWhole === true ? textIn(call.heard.answer.json, 'refresh_token') : undefined;
      if (next !== undefined) purposes.set(next, purpose);
      return { call, purpose, ...readToken(call) };
    });
});

const readToken = ({ heard }: Call): Pick<Grant, 'token'> => {
  if (heard === undefined || !heard.isWhole || !isSuccess(heard.status)) return {};
  const { at: from, place, answer } = heard;
  const text = textIn(answer.json, 'access_token');
  if (text === undefined) return {};
  const seconds = answer.json?.['expires_in'];
  return { token: { text, from, place, ...(typeof seconds === 'number' && { until: from + seconds * 1000 }) } };
};
