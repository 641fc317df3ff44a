import { both, type Call, type Calls, sent, show } from './call.ts';

const got =
  (path: string, look: (response: Response) => unknown): Call =>
  async (fetch, at) =>
    look(await fetch(`${at}${path}`));

const tryTo = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message}`;
  }
};

const changes = (headers: Headers): unknown[] => [
  tryTo(() => headers.set('x-a', '1')),
  tryTo(() => headers.append('x-a', '1')),
  tryTo(() => headers.delete('content-type')),
  tryTo(() => headers.delete('x-none')),
  tryTo(() => headers.set('a b', '1')),
  tryTo(() => headers.append('x-a', '€')),
  tryTo(() => (headers.set as (name: string) => void)('x-a')),
  [...headers.keys()],
];

const reads = ['text', 'json', 'arrayBuffer', 'blob', 'formData', 'bytes'] as const;

const plainly = async (value: unknown): Promise<unknown> => {
  if (value instanceof Blob) return ['blob', value.type, await value.text()];
  if (value instanceof FormData)
    return Promise.all(
      [...value].map(async ([name, entry]) => [
        name,
        typeof entry === 'string' ? entry : [entry.name, entry.type, await entry.text()],
      ]),
    );
  if (value instanceof ArrayBuffer) return ['buffer', [...new Uint8Array(value)]];
  return value instanceof Uint8Array ? [value.constructor.name, [...value]] : value;
};

const settled = async (work: () => unknown): Promise<unknown> => {
  try {
    return await plainly(await work());
  } catch (error) {
    const { name, message, cause } = error as Error;
    return [name, message, (cause as { readonly code?: string } | undefined)?.code];
  }
};

const paths = [
  '/text',
  '/json',
  '/fields',
  '/parts',
  '/none',
  '/204',
  '/304',
  '/404',
  '/bom',
  '/twice',
  '/407',
  '/unframed',
  '/big',
  '/halved',
];

const ofBodies = (path: string): Calls => ({
  [`its body called off at ${path}`]: got(path, async (response) => {
    const before = response.body;
    const done = await settled(() => response.body?.cancel('enough'));
    return [done, response.bodyUsed, before === response.body, await settled(() => response.text())];
  }),
  [`its body called off when locked at ${path}`]: got(path, async (response) => {
    response.body?.getReader();
    return [await settled(() => response.body?.cancel('enough')), await settled(() => response.text())];
  }),
  [`its body in pieces at ${path}`]: got(path, async ({ body }) => {
    const read: Uint8Array[] = [];
    for await (const piece of body ?? []) read.push(piece);
    return [read[0]?.constructor.name, Buffer.concat(read).length];
  }),
  [`its body into a buffer at ${path}`]: got(path, async ({ body }) => {
    const reader = body?.getReader({ mode: 'byob' });
    const first = await reader?.read(new Uint8Array(2));
    return [first?.value?.length, first?.done];
  }),
  [`its body in two at ${path}`]: got(path, async ({ body }) => {
    const [one, two] = body?.tee() ?? [];
    return [await new Response(one).text(), await new Response(two).text()];
  }),
  [`copies at ${path}`]: got(path, async (response) => {
    const copy = response.clone();
    return [await show(copy), response.bodyUsed, await show(response), await settled(() => show(response.clone()))];
  }),
  [`a copy once it is read at ${path}`]: got(path, async (response) => {
    await response.text();
    return [response.bodyUsed, await show(response.clone()), await settled(() => response.text())];
  }),
  [`a copy of a copy at ${path}`]: got(path, async (response) => show(response.clone().clone())),
  [`a text twice at ${path}`]: got(path, async (response) => [
    await settled(() => response.text()),
    await settled(() => response.text()),
  ]),
});

export const answers: Calls = {
  ...Object.fromEntries(paths.flatMap((path) => Object.entries(both(`what is at ${path}`, path, () => ({}))))),
  ...Object.fromEntries(
    paths.flatMap((path) =>
      reads
        .filter((read) => read in Response.prototype)
        .map((read) => [`${read}() of ${path}`, got(path, (response) => settled(() => response[read]()))]),
    ),
  ),
  ...Object.fromEntries(paths.map((path) => [`HEAD of ${path}`, sent(path, { method: 'HEAD' })])),
  'its headers cannot be changed': got('/text', ({ headers }) => changes(headers)),
  'those of a Request can neither': async (fetch, at) =>
    changes((await fetch(new Request(`${at}/text`, { keepalive: true }))).headers),
  'those of a body in pieces can neither': got('/big', ({ headers }) => changes(headers)),
  'those of no body can neither': got('/204', ({ headers }) => changes(headers)),
  'those of a copy can neither': got('/text', (response) => changes(response.clone().headers)),
  'those behind a redirect can neither': got('/to/302', ({ headers }) => changes(headers)),
  'those of a response made of it can': got('/text', (response) =>
    changes(new Response(response.body, response).headers),
  ),
  'headers made of its headers can be changed': got('/text', ({ headers }) => changes(new Headers(headers))),
  'its headers are of the kind': got('/text', ({ headers }) => [
    headers instanceof Headers,
    headers.constructor === Headers,
    Object.prototype.toString.call(headers),
    Object.keys(headers),
    headers.getSetCookie(),
  ]),
  'its headers stay': got('/text', (response) => response.headers === response.headers),
  'a cookie': got('/cookie', ({ headers }) => [headers.get('set-cookie'), headers.getSetCookie(), [...headers]]),
  ...Object.fromEntries(
    ['/text', '/none', '/204', '/big', '/halved'].flatMap((path) => Object.entries(ofBodies(path))),
  ),
  'it is read-only': got('/text', (response) => [
    tryTo(() => Object.assign(response, { status: 500 })),
    Object.keys(response),
    response.status,
  ]),
  'its kind': got('/text', (response) => [
    response instanceof Response,
    response.constructor === Response,
    Object.prototype.toString.call(response),
  ]),
};
