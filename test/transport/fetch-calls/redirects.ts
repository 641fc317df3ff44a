import { both, type Call, type Calls, sent, show } from './call.ts';
import { bytes, half, pieces, post, stream } from './sendable.ts';

const moves = [301, 302, 303, 307, 308].flatMap((status) =>
  Object.entries({
    ...both('a text', `/to/${status}`, () => post('abc')),
    ...both('bytes', `/to/${status}`, () => post(bytes('abc'))),
    ...both('a blob', `/to/${status}`, () => post(new Blob(['content'], { type: 'text/x' }))),
    ...both('a stream', `/to/${status}`, () => post(stream(bytes('abc')), half)),
    ...both('a PUT of a stream', `/to/${status}`, () => ({ method: 'PUT', body: stream(bytes('abc')), ...half })),
    ...both('pieces', `/to/${status}`, () => post(pieces(), half)),
    ...both("'manual' of a stream", `/to/${status}`, () => post(stream(bytes('abc')), { ...half, redirect: 'manual' })),
    ...both("'manual'", `/to/${status}`, () => ({ redirect: 'manual' })),
    ...both("'error'", `/to/${status}`, () => ({ redirect: 'error' })),
    ...both('nothing', `/to/${status}`, () => ({})),
    ...both('nothing, without a location', `/to-nowhere/${status}`, () => ({})),
    ...both("'error', without a location", `/to-nowhere/${status}`, () => ({ redirect: 'error' })),
  }).map(([what, call]): [string, Call] => [`${status} of ${what}`, call]),
);

const leading = (to: string): Call => sent(`/to/302?${encodeURIComponent(to)}`);

const locations: Calls = {
  'to a hash': leading('/echo#there'),
  'to no hash from one': async (fetch, at) => show(await fetch(`${at}/to/302?%2Fecho#here`)),
  'to credentials': (fetch, at, other) => leading(`${at.replace('://', '://u:p@')}/echo`)(fetch, at, other),
  'to credentials of another host': (fetch, at, other) =>
    leading(`${other.replace('://', '://u:p@')}/echo`)(fetch, at, other),
  'to another scheme': leading('ftp://elsewhere.test/'),
  'to data': leading('data:text/plain,a'),
  'to what is no address': leading('http://'),
  'to another host': (fetch, at, other) => leading(`${other}/echo`)(fetch, at, other),
  'to another host, with a host of its own': (fetch, at, other) =>
    sent(`/to/302?${encodeURIComponent(`${other}/echo`)}`, { headers: { host: 'own.test', cookie: 'a=1' } })(
      fetch,
      at,
      other,
    ),
};

export const redirects: Calls = { ...Object.fromEntries(moves), ...locations };
