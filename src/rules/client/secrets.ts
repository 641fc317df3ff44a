import { givenTokens } from '../../trace/given-tokens.ts';
import { readJson, textIn } from '../history/read-text.ts';
import type { Evidence, Rule } from '../rule.ts';
import type { History } from '../history.ts';
import type { Call } from './calls.ts';
import { readConduct } from './conduct.ts';
import { at, decide } from './verdicts.ts';
import { collect } from '../history/collect.ts';

const secretFields = ['client_secret', 'refresh_token'] as const;

/** Shorter texts would be found by chance. */
const shortest = 8;

/** Client secrets and refresh tokens, as far as the trace shows them. */
const findSecrets = (history: History): ReadonlyMap<string, string> => {
  const { world } = history;
  const secrets = new Map<string, string>();
  const note = (field: string, secret: string | undefined): void => {
    if (secret !== undefined && secret.length >= shortest) secrets.set(secret, field);
  };
  for (const { secret } of world?.applications ?? []) note('client_secret', secret);
  for (const { refreshToken } of givenTokens(history.entries)) note('refresh_token', refreshToken);
  for (const { exchange } of readConduct(history).by('requestToken')) {
    for (const field of secretFields) note(field, exchange.form.get(field));
    note('refresh_token', textIn(exchange.answer?.json, 'refresh_token'));
  }
  return secrets;
};

const named = new RegExp(`[?&#](${secretFields.join('|')})=`);

/** Finds out which field's secret stands in a text, if any. */
type Search = (text: string) => string | undefined;

const searchFor = (secrets: ReadonlyMap<string, string>): Search => {
  const wanted = collect([...secrets], ([secret, field]) => {
    const encoded = encodeURIComponent(secret);
    return encoded === secret
      ? [{ secret, field }]
      : [
          { secret, field },
          { secret: encoded, field },
        ];
  });
  // Most headers are the same in all requests.
  const known = new Map<string, string | undefined>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    const found = wanted.find(({ secret }) => text.includes(secret))?.field;
    if (text.length < longHeader) known.set(text, found);
    return found;
  };
};

const longHeader = 100;

/** Where in a request a secret stands that has no business there. */
const findLeak = ({ request, operation }: Call, search: Search, history: History): string | undefined => {
  const inUrl = named.exec(request.url)?.[1] ?? search(request.url);
  if (inUrl !== undefined) return `${inUrl} stood in the URL`;
  for (const header in request.headers) {
    const inHeader = search(request.headers[header] ?? '');
    if (inHeader !== undefined) return `${inHeader} stood in a header`;
  }
  if (operation !== 'requestToken') {
    const inBody = request.body === '' ? undefined : search(request.body);
    return inBody === undefined ? undefined : `${inBody} stood in the body`;
  }
  if (/^basic /i.test(request.headers['authorization'] ?? '')) return 'client_secret stood in a header';
  const mayBeJson = history.context.assumptions['login.refreshShape'] === 'json';
  const isJson = readJson(request.body) !== undefined;
  return isJson && !mayBeJson ? 'secrets stood in a body that is no form' : undefined;
};

export const secretStaysHome: Rule = {
  id: 'C2',
  name: 'secret-stays-home',
  judges: 'client',
  level: 'must',
  claim: 'The client secret and refresh tokens go to the token address alone, in the body, as a form.',
  why: 'URLs and headers are logged on the way, and whoever holds the secret is the application.',
  section: 'Endpoints, interface B',
  judge: (history) => {
    const { calls } = readConduct(history);
    const search = searchFor(findSecrets(history));
    const against = collect(calls, (call): Evidence[] => {
      const leak = findLeak(call, search, history);
      return leak === undefined ? [] : [at(call, `${leak} of a ${call.operation}`)];
    });
    return decide(against, calls.length, 'the client sent nothing');
  },
};

export const noTokenToLinks: Rule = {
  id: 'C3',
  name: 'no-token-to-links',
  judges: 'client',
  level: 'should',
  claim: 'Downloads carry no authorization header.',
  why: 'A pre-signed link needs none, and the token is shown to a host that has no use for it.',
  section: 'Resources and their fields, interface C',
  judge: (history) => {
    const downloads = readConduct(history).by('downloadFile', 'downloadSchema');
    const against = downloads
      .filter(({ request }) => request.headers['authorization'] !== undefined)
      .map((call) => at(call, `${call.operation} carried an authorization header`));
    return decide(against, downloads.length, 'nothing was downloaded');
  },
};
