import { givenTokens } from '../../trace/initial-world.ts';
import type { Exchange, History } from '../history.ts';
import { readJson, textIn } from '../history/read-text.ts';
import { collect } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence } from '../verdicts.ts';
import { callsOf, callsOfAll } from './calls.ts';

const secretFields = ['client_secret', 'refresh_token'] as const;

/** Shorter texts would be found by chance. */
const shortest = 8;

/** Client secrets and refresh tokens, as far as the trace shows them. */
const findSecrets = (history: History): ReadonlyMap<string, string> => {
  const secrets = new Map<string, string>();
  const note = (field: string, secret: string | undefined): void => {
    if (secret !== undefined && secret.length >= shortest) secrets.set(secret, field);
  };
  for (const { secret } of history.world?.applications ?? []) note('client_secret', secret);
  for (const { refreshToken } of givenTokens(history.givers)) note('refresh_token', refreshToken);
  for (const { form, answer } of callsOf(history, 'requestToken')) {
    for (const field of secretFields) note(field, form.get(field));
    note('refresh_token', textIn(answer?.json, 'refresh_token'));
  }
  return secrets;
};

const named = new RegExp(`[?&#](${secretFields.join('|')})=`);

/** Finds out which field's secret stands in a text, if any. */
type Search = (text: string) => string | undefined;

interface Wanted {
  readonly secret: string;
  readonly field: string;
}

const searchFor = (secrets: ReadonlyMap<string, string>): Search => {
  const wanted: Wanted[] = [];
  let least = Number.POSITIVE_INFINITY;
  secrets.forEach((field, secret) => {
    const encoded = percentEncoded(secret);
    wanted.push({ secret, field });
    if (encoded !== secret) wanted.push({ secret: encoded, field });
    least = Math.min(least, secret.length);
  });
  // Most headers are shorter than any secret, and most others the same in all requests.
  const clean = new Set<string>();
  return (text) => {
    if (text.length < least || clean.has(text)) return undefined;
    for (let at = 0; at < wanted.length; at++) {
      const { secret, field } = wanted[at] as Wanted;
      if (text.includes(secret)) return field;
    }
    if (text.length < longHeader) clean.add(text);
    return undefined;
  };
};

/** Half a surrogate pair cannot be encoded, and so stands in no URL. */
const percentEncoded = (text: string): string => {
  if (/^[\w.~-]*$/.test(text)) return text;
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
};

const longHeader = 100;

/** Where in a request a secret stands that has no business there. */
const findLeak = ({ request, operation }: Exchange, search: Search, { context }: History): string | undefined => {
  const inUrl = named.exec(request.url)?.[1] ?? search(request.url);
  if (inUrl !== undefined) return `${inUrl} stood in the URL`;
  for (const header of Object.values(request.headers)) {
    const inHeader = search(header);
    if (inHeader !== undefined) return `${inHeader} stood in a header`;
  }
  if (operation !== 'requestToken') {
    const inBody = request.body === '' ? undefined : search(request.body);
    return inBody === undefined ? undefined : `${inBody} stood in the body`;
  }
  if (/^basic /i.test(request.headers['authorization'] ?? '')) return 'client_secret stood in a header';
  if (context.assumptions['login.refreshShape'] === 'json') return undefined;
  const inJson = readJson(request.body) === undefined ? undefined : search(request.body);
  return inJson === undefined ? undefined : `${inJson} stood in a body that is no form`;
};

export const secretStaysHome = clientRule({
  id: 'C2',
  name: 'secret-stays-home',
  level: 'must',
  claim: 'The client secret and refresh tokens go to the token address alone, in the body, as a form.',
  why: 'URLs and headers are logged on the way, and whoever holds the secret is the application.',
  section: 'Endpoints, interface B',
  good: [['0s', 'client', 'requestToken, body: …&client_secret=<client secret 1> → 200']],
  bad: [['0s', 'client', 'requestToken, URL: …?client_secret=<client secret 1> → 400']],
  judge: (history) => {
    const { exchanges } = history;
    const search = searchFor(findSecrets(history));
    const against = collect(exchanges, (call): Evidence[] => {
      const leak = findLeak(call, search, history);
      return leak === undefined ? [] : [atCall(call, `${leak} of a ${call.operation}`)];
    });
    return decide(against, exchanges.length, 'the client sent nothing');
  },
});

export const noTokenToLinks = clientRule({
  id: 'C3',
  name: 'no-token-to-links',
  level: 'should',
  claim: 'Downloads carry no authorization header.',
  why: 'A pre-signed link needs none, and the token is shown to a host that has no use for it.',
  section: 'Resources and their fields, interface C',
  good: [['11m', 'client', 'downloadFile → 200']],
  bad: [['11m', 'client', 'downloadFile, authorization: Bearer <token 1> → 200']],
  judge: (history) => {
    const downloads = callsOfAll(history, ['downloadFile', 'downloadSchema']);
    const against = downloads
      .filter(({ request }) => request.headers['authorization'] !== undefined)
      .map((call) => atCall(call, `${call.operation} carried an authorization header`));
    return decide(against, downloads.length, 'nothing was downloaded');
  },
});
