import { routes } from '../../../src/control/routes.ts';
import { namesOfVerbs, rowOf } from '../../../src/language/verbs.ts';
import type { Draw } from './draw.ts';

/** A request as it is written on a connection, but for its length. */
export interface Drawn {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether whoever sends it may ask: otherwise nothing may come of it. */
  readonly isAdmitted: boolean;
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
/** What may change something. */
const acting = routes.filter(({ method }) => method !== 'GET');
const paths = routes.map(({ path }) => path);
const oddParts = [
  '..',
  '%2e%2e',
  '%00',
  '%',
  '//',
  'a'.repeat(3000),
  '__proto__',
  'constructor',
  '*',
  '#',
  ';',
  '%ff',
  'é',
];
const values = [
  '',
  '0',
  '-1',
  '1',
  '1e9',
  '99999999999999999999',
  'NaN',
  'all',
  'C1=off',
  'C99=must',
  '=',
  'null',
  '%00',
  '[]',
];
const names = ['since', 'rules', 'exchange', 'application', 'since[]', '__proto__', 'toString', ''];
const mediaTypes = [
  'application/json',
  'application/yaml',
  'text/plain',
  'application/json; charset=utf-16',
  '',
  ';;;',
  'multipart/form-data',
];

const examples: readonly string[] = [
  ...namesOfVerbs.map((name) => rowOf(name).example.replaceAll('ann', 'customer-1')),
  ...routes.flatMap(({ body }) => (body === undefined ? [] : [JSON.stringify(body.example)])),
  '{"for":"1h"}',
  '{"until":"2024-02-29T01:00:00.000Z"}',
  '{"on":"sendEmail","nth":"every","fail":503}',
  '{"name":"x","each":[{"a":1}],"steps":[{"at":"$a","do":"expireToken"}]}',
  'name: x\ninclude: ../../etc/passwd\n',
  'a: &a [*a, *a]\nb: *a\n',
];
const tokens = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  'null',
  '1e999',
  '-',
  '\u0000',
  '\\u0000',
  '"__proto__":1,',
  '&x ',
  '*x',
  '!!js/function ',
  '\uFEFF',
  '😀',
  '\n',
  '1h',
  '..',
];
const odd = [
  null,
  true,
  -1,
  1.5,
  1e300,
  '',
  '0s',
  '1h',
  '999999999999d',
  'x'.repeat(5000),
  [],
  {},
  [[[[]]]],
  { at: '1h' },
  'toString',
];

/** Draws requests: such as a client sends, and those that nobody should. */
export const drawRequest = (draw: Draw, token: string, host: string): Drawn => {
  const { method, path, body } = draw.of(draw.once(3) ? routes : acting);
  const isAdmitted = !draw.once(4);
  const below = draw.once(8) ? drawPath(draw) : path;
  const usual = { host, 'content-type': draw.once(3) ? draw.of(mediaTypes) : 'application/json' };
  const { headers, given } = isAdmitted ? { headers: usual, given: token } : drawStranger(draw, usual, token, host);
  return {
    method: draw.once(4) ? draw.of(methods) : method,
    target: `/${given}/${below}${draw.once(3) ? `?${drawQuery(draw)}` : ''}`,
    headers: { ...headers, ...drawHeaders(draw) },
    body: drawBody(draw, path === 'steps' || body === undefined ? undefined : JSON.stringify(body.example)),
    isAdmitted,
  };
};

const drawPath = (draw: Draw): string => {
  const parts = draw.of(paths).split('/');
  parts.splice(draw.below(parts.length + 1), draw.below(2), draw.of([...oddParts, ...paths]));
  // What cannot stand in the first line of a request is no matter of ours.
  return encodeURI(parts.join('/')).replaceAll('%25', '%');
};

const drawQuery = (draw: Draw): string =>
  Array.from({ length: 1 + draw.below(3) }, () => `${draw.of(names)}=${draw.of(values)}`).join('&');

const drawHeaders = (draw: Draw): Readonly<Record<string, string>> => ({
  ...(draw.once(6) && { accept: draw.of(['text/event-stream', 'application/xml', '*/*']) }),
  ...(draw.once(6) && { 'last-event-id': draw.of(['1-1', '0-0', '999-999', 'x', '-', '1-99999999999']) }),
  ...(draw.once(10) && { 'content-encoding': 'gzip' }),
  ...(draw.once(10) && { expect: '100-continue' }),
  ...(draw.once(10) && { 'x-http-method-override': 'PUT' }),
});

/** One who does not know the token, calls another name, or is a page of somebody else. */
const drawStranger = (draw: Draw, usual: Readonly<Record<string, string>>, token: string, host: string) => {
  const site = draw.of(['cross-site', 'same-site', 'x']);
  const origin = draw.of([
    'null',
    'https://evil.example',
    `https://${host}`,
    `http://${host}.evil.example`,
    'http://127.0.0.1:1',
  ]);
  switch (draw.below(4)) {
    case 0:
      return {
        headers: { ...usual, host: draw.of(['evil.example', '127.0.0.1', `${host}0`, `evil@${host}`]) },
        given: token,
      };
    case 1:
      return { headers: { ...usual, origin }, given: token };
    case 2:
      return { headers: { ...usual, 'sec-fetch-site': site }, given: token };
    default:
      return { headers: usual, given: mutateToken(draw, token) };
  }
};

const mutateToken = (draw: Draw, token: string): string => {
  const at = draw.below(token.length);
  const other = token[at] === 'A' ? 'B' : 'A';
  const changed = token.slice(0, at) + other + token.slice(at + 1);
  return draw.of([changed, token.slice(1), `${token}A`, '', 'x', `${token}%20`, token.split('').toReversed().join('')]);
};

const drawBody = (draw: Draw, example: string | undefined): string => {
  const written = example === undefined || draw.once(4) ? draw.of(examples) : example;
  switch (draw.below(6)) {
    case 0:
    case 1:
      return written;
    case 2:
      return mutateText(draw, written);
    case 3:
      return mutateData(draw, written);
    case 4:
      return Array.from({ length: draw.below(40) }, () => draw.of(tokens)).join('');
    default:
      return draw.once(20) ? 'x'.repeat(1_100_000) : '';
  }
};

const mutateText = (draw: Draw, text: string): string => {
  let changed = text;
  for (let count = 1 + draw.below(4); count > 0; count -= 1) {
    const at = draw.below(changed.length + 1);
    changed = changed.slice(0, at) + draw.of(tokens) + changed.slice(at + draw.below(4));
  }
  return changed;
};

const mutateData = (draw: Draw, text: string): string => {
  try {
    const data = JSON.parse(text) as Record<string, unknown>;
    data[draw.of([...Object.keys(data), 'for', 'at', 'do', 'version', 'world'])] = draw.of(odd);
    return JSON.stringify(data);
  } catch {
    return text;
  }
};
