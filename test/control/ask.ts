import { request, type IncomingHttpHeaders } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describeApi } from '../../src/control/openapi.ts';
import { routes } from '../../src/control/routes.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const api = describeApi(routes);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(api, 'api');

const escape = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** What the description has against an answer: nothing, where it is as it says. */
export const findFault = (path: string, method: string, { status, headers, text }: Answer): string | undefined => {
  // Those who are not let in are told nothing.
  if (text === '' && headers['content-type'] === undefined) return undefined;
  const type = String(headers['content-type']);
  if (type === 'application/problem+json') return validate('api#/components/schemas/Problem', JSON.parse(text));
  if (type === 'text/event-stream') return undefined;
  const [bare = ''] = path.split('?');
  const parts = ['paths', `/${bare}`, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
  const reference = `api#/${parts.map(escape).join('/')}`;
  const told = type === 'application/jsonl' ? text.split('\n').slice(0, -1) : [text];
  return told.map((one) => validate(reference, JSON.parse(one))).find((fault) => fault !== undefined);
};

const validate = (reference: string, data: unknown): string | undefined => {
  const check = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference });
  return check(data) === true ? undefined : ajv.errorsText(check.errors);
};

/** Sends a request as it is, and gives what came back. */
export const send = (url: string, { method = 'GET', body, type, headers = {} }: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const sending = request(url, {
      method,
      agent: false,
      headers: { ...(text !== undefined && { 'content-type': type ?? 'application/json' }), ...headers },
    });
    sending.on('error', reject);
    sending.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const got = Buffer.concat(chunks).toString();
        const isJson = response.headers['content-type']?.endsWith('json') === true;
        const { statusCode: status = 0, headers: given } = response;
        resolve({ status, headers: given, text: got, json: isJson ? JSON.parse(got) : undefined });
      });
    });
    sending.end(text);
  });

/** The same, below the address of a control API; what is answered has to be as its description says. */
export const asker =
  ({ url }: { readonly url: string }) =>
  async (path: string, sent: Sent = {}): Promise<Answer> => {
    const answer = await send(url + path, sent);
    const fault = findFault(path, sent.method ?? 'GET', answer);
    if (fault !== undefined) throw new Error(`${sent.method ?? 'GET'} /${path} → ${answer.status}: ${fault}`);
    return answer;
  };
