import { readHar } from './read-har.ts';
import { type Har, writeHar } from './har.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { createTextRedactor, type TextRedactor } from './redact-text.ts';
import { createNames, type SecretNames } from './secret-names.ts';
import { refuse } from '../misuse.ts';
import { checkSize } from './data.ts';
import { given, isFields } from '../language/data.ts';
import { hostNames } from '../spec/hosts.ts';

/**
 * A HAR without secrets: tokens, codes, links, e-mails and contents have names, equal ones equal names, so that it can be
 * judged as before. It is written anew from what is known to be harmless: cookies, comments, pages and fields that
 * browsers add are gone. Throws Misuse `BAD_OPTION` for what is no HAR.
 *
 * @example
 * writeFileSync('shared.har', JSON.stringify(redactHar(readFileSync('import.har', 'utf8'))));
 */
export const redactHar = (source: string | { readonly log: object }, name = 'recording'): Har => {
  const { all, hosts, endpoint, dropped } = readHar(typeof source === 'string' ? parse(source, name) : source, name);
  const known = isFields(hosts.value) ? Object.entries(hosts.value).filter(isHost) : [];
  // Addresses go the way of the requests to them, so that they still fit.
  const addresses = [...known.map(([, url]) => url), ...(endpoint === undefined ? [] : [endpoint])];
  const redacted = redact([...all, ...addresses.map(callTo)]);
  const [entries, urls] = [redacted.slice(0, all.length), redacted.slice(all.length).map(({ request }) => request.url)];
  return writeHar(entries, {
    ...(known.length > 0 && { hosts: Object.fromEntries(known.map(([host], index) => [host, urls[index] ?? ''])) }),
    ...(endpoint !== undefined && { endpoint: urls.at(-1) ?? '' }),
    ...(dropped > 0 && { dropped }),
  });
};

const isHost = (pair: [string, unknown]): pair is [string, string] =>
  hostNames.some((name) => name === pair[0]) && typeof pair[1] === 'string';

const callTo = (url: string): RecordedExchange => ({
  at: 0,
  duration: 0,
  request: { method: 'POST', url, headers: {}, body: '' },
});

const parse = (text: string, place: string): unknown => {
  checkSize(text, place);
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    throw refuse(place, 'this is not JSON', 'give a HAR');
  }
};

export const redact = (all: readonly RecordedExchange[]): readonly RecordedExchange[] => {
  const names = createNames(JSON.stringify(all));
  const redactor = createTextRedactor(names);
  const mask = (one: RecordedExchange): RecordedExchange => maskOne(one, names, redactor);
  // Twice: what turns out to be a secret at the end must not stand at the beginning.
  for (const one of all) mask(one);
  return all.map(mask);
};

const maskOne = (one: RecordedExchange, names: SecretNames, redactor: TextRedactor): RecordedExchange => {
  const { at, duration, request, answer, error, region, notification, injected } = one;
  const typeOf = (headers: Readonly<Record<string, string>>): string => headers['content-type'] ?? '';
  return {
    at,
    duration,
    request: {
      method: request.method,
      url: redactor.url(request.url),
      headers: maskHeaders(request.headers, names, redactor),
      body: redactor.body(request.body, typeOf(request.headers)),
    },
    ...(answer !== undefined && {
      answer: {
        status: answer.status,
        headers: maskHeaders(answer.headers, names, redactor),
        body: answer.body === undefined ? undefined : redactor.body(answer.body, typeOf(answer.headers)),
      },
    }),
    ...(error !== undefined && { error: sayError(error) }),
    ...given({ region, notification, injected }),
  };
};

/** What went wrong is told in a word; the rest may name anything. */
const sayError = (error: string): string =>
  /abort|hung ?up|time[d ]*out/i.exec(error)?.[0].toLowerCase() ?? 'no answer';

/** Values that may stay, by the name of their header. */
const harmless: Readonly<Record<string, RegExp>> = {
  'content-type': /^[a-z]{1,16}\/[a-z.+-]{1,40}(?:; ?charset=[a-z0-9-]{1,16})?$/i,
  accept: /^[a-z*]{1,16}\/[a-z.+*-]{1,40}$/i,
  'content-length': /^\d{1,12}$/,
  'retry-after': /^(?:\d{1,9}|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)$/,
  date: /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  age: /^\d{1,9}$/,
};

/** Software gives headers names of words. Any other may itself be data. */
const headerWords = /^(?=.{1,40}$)[a-z]+(?:-[a-z]+)*$/;

const maskHeaders = (
  headers: Readonly<Record<string, string>>,
  names: SecretNames,
  redactor: TextRedactor,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      headerWords.test(name) && !names.isSecret(name)
        ? name
        : names.nameOf('header', name).replace(/[<>]/g, '').replaceAll(' ', '-'),
      maskHeader(name, value, names, redactor),
    ]),
  );

const maskHeader = (name: string, value: string, { nameOf, isSecret }: SecretNames, { url }: TextRedactor): string => {
  if (name === 'authorization' || name === 'proxy-authorization') {
    const [, scheme = '', secret = value] = /^(Bearer |Basic )(.*)$/s.exec(value) ?? [];
    return scheme + nameOf('token', secret);
  }
  if (name === 'location' || name === 'referer') return url(value);
  const isHarmless = Object.hasOwn(harmless, name) && harmless[name]?.test(value) === true;
  return isHarmless && !isSecret(value) ? value : nameOf('header value', value);
};
