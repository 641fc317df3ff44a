import { type Calls, sent, show } from './call.ts';
import { bytes, half, post, stream } from './sendable.ts';

const addresses: Calls = {
  'credentials in the address': async (fetch, at) => show(await fetch(`${at.replace('://', '://u:p@')}/echo`)),
  'a name in the address': async (fetch, at) => show(await fetch(`${at.replace('://', '://u@')}/echo`)),
  'a hash': sent('/echo?q#part'),
  'a URL': async (fetch, at) => show(await fetch(new URL(`${at}/echo?q#part`))),
  'an object with an address': async (fetch, at) => show(await fetch({ toString: () => `${at}/echo` } as URL)),
  'letters beyond ASCII': sent('/écho?ü=ö'),
  'two slashes': sent('//echo//x/../y'),
  'no address': (fetch) => fetch('no address'),
  'no scheme': (fetch) => fetch('//a.test/x'),
  'another scheme': (fetch) => fetch('ftp://a.test/x'),
  'a file': (fetch) => fetch('file:///x'),
  about: (fetch) => fetch('about:blank'),
  'own scheme': (fetch) => fetch('own:x'),
  data: async (fetch) => show(await fetch('data:text/plain,hello')),
  'data in base64': async (fetch) => show(await fetch('data:application/json;base64,e30=')),
  'data that is none': async (fetch) => show(await fetch('data:x')),
  'a POST of data': async (fetch) => show(await fetch('data:text/plain,hello', { method: 'POST', body: 'a' })),
  'a blob by its address': async (fetch) => {
    const address = URL.createObjectURL(new Blob(['content'], { type: 'text/x' }));
    const { head, ...rest } = (await show(await fetch(address))) as { head: { url: string } };
    return { ...rest, head: { ...head, url: head.url === address } };
  },
  'a blob that is not there': (fetch) => fetch('blob:nodedata:00000000-0000-0000-0000-000000000000'),
  nothing: (fetch) => (fetch as () => Promise<Response>)(),
};

const requests: Calls = {
  'a Request twice': async (fetch, at) => {
    const request = new Request(`${at}/echo`, post('abc') as RequestInit);
    return [await show(await fetch(request)), request.bodyUsed, await show(await fetch(request))];
  },
  'a Request without a body twice': async (fetch, at) => {
    const request = new Request(`${at}/echo`);
    return [await show(await fetch(request)), request.bodyUsed, await show(await fetch(request))];
  },
  'a Request and its clone': async (fetch, at) => {
    const request = new Request(`${at}/echo`, post('abc') as RequestInit);
    const clone = request.clone();
    return [await show(await fetch(request)), await show(await fetch(clone))];
  },
  'a clone of a stream at a redirect': async (fetch, at) => {
    const request = new Request(`${at}/to/307`, post(stream(bytes('abc')), half) as RequestInit);
    return show(await fetch(request.clone()));
  },
  'a Request of a Request with a stream': async (fetch, at) => {
    const request = new Request(new Request(`${at}/to/307`, post(stream(bytes('abc')), half) as RequestInit));
    return show(await fetch(request));
  },
  'a Request whose body is read': async (fetch, at) => {
    const request = new Request(`${at}/echo`, post('abc') as RequestInit);
    await request.text();
    return fetch(request);
  },
  'a Request whose body is read, with another': async (fetch, at) => {
    const request = new Request(`${at}/echo`, post('abc') as RequestInit);
    await request.text();
    return show(await fetch(request, post('def') as RequestInit));
  },
  'a Request with another body': async (fetch, at) => {
    const request = new Request(`${at}/echo`, post('abc') as RequestInit);
    return [await show(await fetch(request, { method: 'POST', body: 'def' })), request.bodyUsed];
  },
  'a Request with another method': async (fetch, at) => {
    const request = new Request(`${at}/echo`, post('abc') as RequestInit);
    return show(await fetch(request, { method: 'PUT' }));
  },
  'a Request of a body as GET': async (fetch, at) =>
    fetch(new Request(`${at}/echo`, post('abc') as RequestInit), { method: 'GET' }),
  'a Request with other headers': async (fetch, at) =>
    show(await fetch(new Request(`${at}/echo`, { headers: { a: '1', b: '2' } }), { headers: { b: '3' } })),
  'a Request with no options': async (fetch, at) =>
    show(await fetch(new Request(`${at}/echo`, { headers: { a: '1' } }), {})),
  'a Request to manual': async (fetch, at) =>
    show(await fetch(new Request(`${at}/to/302`, { redirect: 'error' }), { redirect: 'manual' })),
  'a Request with a body for a stream': async (fetch, at) =>
    show(
      await fetch(new Request(`${at}/to/308`, post('abc') as RequestInit), {
        body: stream(bytes('s')),
        ...half,
      }),
    ),
  'a Request of a stream, with a text': async (fetch, at) =>
    show(
      await fetch(new Request(`${at}/to/308`, post(stream(bytes('s')), half) as RequestInit), {
        method: 'POST',
        body: 'abc',
      }),
    ),
};

export const inputs: Calls = { ...addresses, ...requests };
