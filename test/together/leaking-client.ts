import type { ClientEnv } from '../../src/simulation/client-env.ts';

/**
 * A client that gives away all secrets it comes by, wherever it can and in every form: in addresses, headers, bodies, mails, its
 * error, and an error that nobody hears. What it came by stays in `canaries`, so that a test knows what must be nowhere.
 */
export const canaries: Set<string> = ((globalThis as { canaries?: Set<string> }).canaries ??= new Set());

const folded = (text: string): string =>
  Buffer.from(text)
    .toString('base64')
    .replace(/.{76}/g, (line) => `${line}\r\n`);

const markup = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[sign] ?? sign,
  );

/** The forms in which software writes a text, each by the means of the language. */
export const formsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(encodeURIComponent(secret)),
  new URLSearchParams({ a: secret }).toString().slice(2),
  encodeURIComponent(secret).toLowerCase(),
  JSON.stringify({ a: secret }),
  JSON.stringify(JSON.stringify({ a: secret })),
  btoa(secret),
  btoa(`application-1:${secret}`),
  btoa(`${encodeURIComponent('application-1')}:${encodeURIComponent(secret)}`),
  btoa(`{"token":"${secret}","more":1}`),
  Buffer.from(`x${secret}y`).toString('base64url'),
  folded(`Dear all, the key that you asked for is ${secret}, and it must not be shown to anybody at all.`),
  markup(secret),
];

type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** Gets tokens, pages and links, and notes what in them is a secret. */
const gather = async (env: ClientEnv, send: Send, given: Set<string>): Promise<void> => {
  for (const { accessToken, refreshToken } of env.customers) given.add(accessToken).add(refreshToken);
  given.add(env.clientSecret);
  const form = { grant_type: 'client_credentials', client_id: env.clientId, client_secret: env.clientSecret };
  const body = new URLSearchParams({ ...form, scope: 'store::apps:readwrite' });
  const token = (await (await send(env.tokenUrl, { method: 'POST', body })).json()) as { access_token?: string };
  if (token.access_token !== undefined) given.add(token.access_token);
  const { accessToken, scope } = env.customer;
  const base = `${env.regions['eu-west-1']}/${scope}/data-queries`;
  const headers = { authorization: `Bearer ${accessToken}` };
  const { id } = (await (await send(base, { method: 'POST', headers })).json()) as { id: string };
  await new Promise((resolve) => setTimeout(resolve, 15 * 60_000));
  given.add(env.clientSecret);
  const listing = await send(`${base}/${id}/records?maxResults=1`, { headers });
  const page = (await listing.json()) as { nextPageToken?: string; records?: { file: string; schema: string }[] };
  if (page.nextPageToken !== undefined) given.add(page.nextPageToken);
  for (const link of (page.records ?? []).flatMap(({ file, schema }) => [file, schema])) {
    given.add(new URL(link).searchParams.get('signature') ?? '');
    await send(link);
  }
};

const isHeader = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);

/** Sends a form of a secret wherever there is room for one. */
const giveAway = async (env: ClientEnv, send: Send, form: string, index: number): Promise<void> => {
  const odd = isHeader(form) ? { 'x-odd': form, 'x-odd-too': `key=${form}; more` } : {};
  const named = /^[\w-]+$/.test(form) ? { [`x-${form}`]: 'name' } : {};
  const multipart = `--b\r\ncontent-disposition: form-data; name="key"\r\n\r\n${form}\r\n--b--`;
  await send(`${env.regions['eu-west-1']}/${form}/data-queries/${form}?key=${form}&x=${index}#${form}`, {
    headers: { ...odd, ...named },
  });
  await send(env.emailUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Client-Secret': isHeader(form) ? form : 'x' },
    body: JSON.stringify({
      toEmailAddress: 'a@b.example',
      fromEmailAddress: 'c@d.example',
      emailContent: `see ${form}.`,
    }),
  });
  await send(env.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: multipart,
  });
  await send(env.tokenUrl, { method: 'POST', body: `Client_Secret=${form}&clientSecret=${form}&${form}=1` });
  await send(env.storeUrls.reporting, {
    method: 'POST',
    body: `<key>${form}</key>`,
    headers: { authorization: isHeader(form) ? form : 'x' },
  });
};

/** Goes on after whatever goes wrong: this client is here to talk. */
const sendVia =
  (fetch: typeof globalThis.fetch): Send =>
  async (url, init) => {
    try {
      return await fetch(url, init);
    } catch {
      return new Response('{}');
    }
  };

interface Choice {
  /** How many forms are sent, and of how many one: by five, every form is, and every secret, though not each in each. */
  readonly sent?: number;
  readonly every?: number;
}

export const leak = async (
  env: ClientEnv,
  own: readonly string[] = [],
  { sent = Number.POSITIVE_INFINITY, every = 1 }: Choice = {},
): Promise<never> => {
  const send = sendVia(fetch);
  const given = new Set(own);
  env.onNotification(() => {
    throw new Error(`no room for ${[...given].join(' ')}`);
  });
  await gather(env, send, given);
  given.delete('');
  for (const secret of given) canaries.add(secret);
  const forms = [...given].flatMap(formsOf);
  const chosen = forms.filter((_, index) => index % every === 0).slice(0, sent);
  for (const [index, form] of chosen.entries()) await giveAway(env, send, form, index);
  void Promise.reject(new Error(`nobody heard of ${forms.join(' ')}`));
  const cause = { name: 'Refused', response: { status: 403, data: { token: forms[0], all: [...given] } } };
  const error = new Error(`could not list with ${forms.join(', ')}`, { cause });
  throw Object.assign(error, {
    code: `E_${[...given][0] ?? ''}`,
    name: `Refused${[...given][1] ?? ''}`,
    tokens: [...given],
  });
};

/** As the command line runs it. */
export default (env: ClientEnv): Promise<never> =>
  leak(env, [process.env['CANARY_KEY'] ?? ''], {
    sent: Number(process.env['CANARY_SENT'] ?? Number.POSITIVE_INFINITY),
    every: Number(process.env['CANARY_EVERY'] ?? 1),
  });
