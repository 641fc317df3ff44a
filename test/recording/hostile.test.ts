import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { checkTrace } from '../../src/recording/check-trace.ts';
import { redactHar } from '../../src/recording/redact-har.ts';
import { misuseOf } from '../misuse-of.ts';

const refusal = (source: unknown): string =>
  misuseOf(() => checkTrace(source as never, { hosts, name: 'a.har' })).message;

const hosts = { token: 'https://auth.example.com', 'eu-west-1': 'https://api.example.com' };

const good = {
  startedDateTime: '2024-02-29T12:00:00.000Z',
  time: 5,
  request: { method: 'POST', url: 'https://auth.example.com/auth/o2/token', headers: [] },
  response: { status: 400, headers: [], content: { size: 0 } },
};

const har = (...entries: readonly unknown[]): { readonly log: object } => ({ log: { entries } });

const nest = (depth: number): unknown => {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
};

const circle: Record<string, unknown> = {};
circle['self'] = circle;

test.each([
  { what: 'nothing', source: '', says: 'a.har: it is empty' },
  { what: 'no JSON', source: 'hello', says: 'a.har: this is neither a HAR nor a trace' },
  { what: 'another JSON', source: '{"a":1}', says: 'a.har: this is neither a HAR nor a trace' },
  { what: 'a log without entries', source: { log: {} }, says: 'a.har.log.entries: a list is missing' },
  { what: 'entries that are none', source: har(null), says: 'a.har.log.entries[0]: this is not an object' },
  {
    what: 'an entry without a request',
    source: har(good, {}),
    says: 'a.har.log.entries[1].request: an object is missing',
  },
  {
    what: 'no address',
    source: har({ ...good, request: { ...good.request, url: 'x' } }),
    says: 'a.har.log.entries[0].request.url: this is no absolute address',
  },
  {
    what: 'a method with a space',
    source: har({ ...good, request: { ...good.request, method: 'GET /' } }),
    says: '.request.method: this is no method',
  },
  {
    what: 'no time',
    source: har({ ...good, startedDateTime: 'noon' }),
    says: 'a.har.log.entries[0].startedDateTime: this is no time',
  },
  {
    what: 'a length that is text',
    source: har({ ...good, time: '5' }),
    says: 'a.har.log.entries[0].time: this is not a number',
  },
  {
    what: 'headers as a map',
    source: har({ ...good, request: { ...good.request, headers: {} } }),
    says: '.request.headers: this is not a list',
  },
  {
    what: 'a header without a value',
    source: har({ ...good, request: { ...good.request, headers: [{ name: 'a' }] } }),
    says: '.request.headers[0].value: a text is missing',
  },
  {
    what: 'a status that is none',
    source: har({ ...good, response: { status: 12.5 } }),
    says: '.response.status: this is no status',
  },
  {
    what: 'broken base64',
    source: har({ ...good, response: { status: 200, content: { text: '%%', encoding: 'base64' } } }),
    says: '.content.text: this is not base64',
  },
  {
    what: 'another encoding',
    source: har({ ...good, response: { status: 200, content: { text: 'a', encoding: 'rot13' } } }),
    says: '.content.encoding: this encoding is not known',
  },
  {
    what: '__proto__',
    source: '{"log":{"entries":[{"__proto__":{"status":200}}]}}',
    says: 'a.har.log.entries[0]: "__proto__" cannot be a key',
  },
  {
    what: 'what is nested too deeply',
    source: har({ ...good, comment: nest(100) }),
    says: 'more than 64 levels are nested',
  },
  { what: 'a circle', source: har({ ...good, comment: circle }), says: 'more than 64 levels are nested' },
  {
    what: 'too many entries',
    source: har(...Array.from({ length: 100_001 }, () => good)),
    says: 'it has 100001 entries',
  },
  {
    what: 'nobody who calls the service',
    source: har({ ...good, request: { ...good.request, url: 'https://other.test/' } }),
    says: 'none of its 1 requests goes to the service',
  },
  {
    what: 'a trace with a broken line',
    source: '{"at":0,"kind":"ended","outcome":"fulfilled"}\n{',
    says: 'a.har:2: this line is not JSON',
  },
  {
    what: 'a trace with an unknown entry',
    source: '{"at":0,"kind":"toString"}',
    says: 'a.har:1.kind: "toString" is no entry of a trace',
  },
  {
    what: 'a trace with half a request',
    source: '{"at":0,"kind":"request","exchange":1,"operation":"unknown","request":{"method":"GET"}}',
    says: 'a.har:1.request.url: a text is missing',
  },
  {
    what: 'a trace with an operation that there is not',
    source: '{"at":0,"kind":"request","exchange":1,"operation":"createDataQueri","request":{"method":"GET"}}',
    says: 'a.har:1.operation: "createDataQueri" is no operation (did you mean "createDataQuery"?)',
  },
])('$what is refused with its place', ({ source, says }) => {
  expect(refusal(source)).toContain(says);
});

test('a text that is too large is refused before it is read', () => {
  expect(refusal(`{"log":${' '.repeat(64 * 1024 * 1024)}`)).toContain('are read at most');
});

test('a recording whose callers were taken out is refused: who asked twice could not be told', () => {
  const create = { ...good, request: { ...good.request, url: 'https://api.example.com/orders/data-queries' } };
  const answered = { ...create, response: { status: 201, headers: [], content: { text: '{"id":"q"}' } } };

  expect(refusal(har(answered))).toContain('its requests have lost their authorization headers');
});

test('hosts and assumptions that there are not are refused with the nearest right word', () => {
  expect(() => checkTrace(har(good), { hosts: { tokens: 'https://a.test' } as never })).toThrow(
    'did you mean "token"?',
  );
  expect(() => checkTrace(har(good), { hosts: { token: 'a.test' } })).toThrow('"a.test" is no base address');
  expect(() => checkTrace(har(good), { assumptions: { 'list.pages': 1 } as never })).toThrow(
    '"list.pages" is not an assumption',
  );
  expect(() => checkTrace(har(good), { profile: '1999-01-01' as never })).toThrow('is not a profile');
});

test('what browsers add is passed over: data addresses, missing answers, deep initiators, answers without a time', () => {
  const { time: _, ...timeless } = good;
  const odd = [
    { ...good, request: { ...good.request, url: 'data:text/plain,hello' } },
    { ...good, _initiator: nest(200) },
    { ...timeless, timings: { blocked: -1, wait: 3.4, receive: 1 } },
    { ...good, response: { status: 0, headers: [], content: {}, _error: 'net::ERR_ABORTED' } },
    { ...timeless, response: null },
  ];

  expect(() => checkTrace(har(...odd), { hosts })).not.toThrow();
  expect(redactHar(har(...odd)).log.entries.map((entry) => entry.time)).toEqual([5, 5, 5, 0]);
});

const began = async (token: object): Promise<string> => {
  await using sim = await simulate({ transport: 'none' });
  const [first] = sim.trace.entries as unknown as readonly [{ readonly world: { readonly tokens: readonly object[] } }];
  return `${JSON.stringify({ ...first, world: { ...first.world, tokens: [{ ...first.world.tokens[0], ...token }] } })}\n`;
};

test.each([
  [{ refreshToken: null }, 'a.har:1.world.tokens[0].refreshToken: this is not a text'],
  [{ customer: { toString: 'x' } }, 'a.har:1.world.tokens[0].customer: this is not a text'],
  [{ lacks: 'customerId' }, 'a.har:1.world.tokens[0].lacks: this is not a list'],
])('a trace whose token says %j is refused before it is judged', async (token, says) => {
  expect(refusal(await began(token))).toContain(says);
});

test('a step of a trace with fields that every object has is refused', async () => {
  const step = {
    at: 1,
    kind: 'action',
    place: 'p',
    action: { do: 'holdAccount', customer: 'c', of: { toString: 'x' } },
  };

  expect(refusal(`${await began({})}${JSON.stringify(step)}\n`)).toContain(
    'a.har:2.action.of: "toString" is no field of it',
  );
});

const fault = { kind: 'fault', exchange: 1, fault: { name: 'rest' } };
const change = { kind: 'transition', query: 'q', customer: 'c', scope: 's', from: 'inProgress', to: 'completed' };

const used = (createBurst: number) => ({
  kind: 'answer',
  exchange: 1,
  answer: { status: 429, headers: {}, body: '' },
  section: 's',
  leaned: [],
  usage: { createBurst },
});

test.each([
  [{ ...fault }, 'fault.name: "rest" is no fault (did you mean "reset"?)'],
  [{ ...fault, kind: 'notificationFault', notification: 1 }, 'fault.name: "rest" is no fault'],
  [{ ...change, to: 'constructor' }, 'to: "constructor" is no state of a query'],
  [{ kind: 'due', what: 'rent', of: 'q' }, 'what: "rent" is no thing to come'],
  [
    { kind: 'action', place: 'p', action: { do: 'fail', operation: 'sendEmail' } },
    'action.failure: an object is missing',
  ],
  [
    { kind: 'action', place: 'p', action: { do: 'regionDown', failure: { kind: 'connection' } } },
    'action.failure.fault: an object is missing',
  ],
  [used(1e300), 'usage: these are no counts'],
  [used(-1), 'usage: these are no counts'],
  [{ ...change, at: -1e308 }, 'at: this is before the beginning'],
  [{ kind: 'began', epoch: 'yesterday', seed: 0 }, 'epoch: this is no date'],
])('a trace that says %j is refused before it is drawn or exported', async (said, says) => {
  expect(refusal(`${await began({})}${JSON.stringify({ at: 1, ...said })}\n`)).toContain(`a.har:2.${says}`);
});
