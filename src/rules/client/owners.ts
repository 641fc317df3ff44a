import { givenTokens } from '../../trace/given-tokens.ts';
import { textIn } from '../history/read-text.ts';
import { readConduct } from './conduct.ts';
import { readGrants } from './grants.ts';
import { readOnce } from '../history/read-once.ts';

/** Whose a call is: the customer behind its token, as far as the trace tells. */
interface Owners {
  /** Whether two Authorization headers may be those of one customer. They may wherever the trace does not tell. */
  readonly maybeSame: (one: string, other: string) => boolean;
  /** Which application sends that header, as far as the trace tells. */
  readonly applicationOf: (bearer: string) => string;
}

export const readOwners = readOnce((history): Owners => {
  const { asked, queries } = readConduct(history);
  const direct = new Map<string, string>();
  const byPurpose = new Map<string, string>();
  const applications = new Map<string, string>();
  for (const { token, customer, refreshToken, application } of givenTokens(history.entries)) {
    applications.set(`Bearer ${token}`, application);
    if (customer === undefined) continue;
    direct.set(`Bearer ${token}`, customer);
    if (refreshToken !== undefined) byPurpose.set(refreshToken, customer);
  }
  const purposeOf = new Map<string, string>();
  for (const { token, purpose, call } of readGrants(history)) {
    if (token === undefined) continue;
    purposeOf.set(`Bearer ${token.text}`, purpose);
    applications.set(`Bearer ${token.text}`, call.exchange.form.get('client_id') ?? '');
  }
  for (const { call, subject } of asked) {
    const { answer } = call.exchange;
    if (answer?.isOk !== true) continue;
    const query = queries.get(subject.query ?? textIn(answer.json, 'id') ?? '');
    if (query === undefined) continue;
    direct.set(call.credentials, query.customer);
    const purpose = purposeOf.get(call.credentials);
    if (purpose !== undefined) byPurpose.set(purpose, query.customer);
  }
  const ownerOf = (bearer: string): string | undefined =>
    direct.get(bearer) ?? byPurpose.get(purposeOf.get(bearer) ?? '');
  return {
    applicationOf: (bearer) => applications.get(bearer) ?? '',
    maybeSame: (one, other) => {
      if (one === other) return true;
      const [first, second] = [ownerOf(one), ownerOf(other)];
      return first === undefined || second === undefined || first === second;
    },
  };
});
