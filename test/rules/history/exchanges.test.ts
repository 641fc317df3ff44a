import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/rules/history/exchange.ts';
import { readHistory } from '../../../src/rules/history.ts';
import { defaultAssumptions } from '../../../src/spec/assumptions.ts';
import { type ExchangeFaultName, exchangeFaults } from '../../../src/spec/faults.ts';
import type { SeenOfExchange } from '../../../src/spec/faults/row.ts';
import { limits } from '../../../src/spec/limits.ts';
import { ms } from '../../../src/spec/time.ts';
import { namesOf } from '../../../src/spec/names-of.ts';
import type { InitialWorld } from '../../../src/trace/initial-world.ts';
import { create, type Part } from '../client/write-trace.ts';
import { allowed, arrives } from '../service/written/write-service.ts';

/** What rules know of an exchange: what its client got to see of the answer, and until when it was under way. */

const read = (part: Part, world: Partial<InitialWorld> = {}, open?: ReadonlySet<number>): Exchange => {
  const entries = [...allowed(world)(0), ...part(1)].toSorted((one, other) => one.at - other.at);
  const settings = { assumptions: defaultAssumptions, limits, ...(open && { open }) };
  return readHistory(entries, settings).exchanges[0] as Exchange;
};

const open = new Set([1]);
const plain = create('1s', { id: 'q1' }, { answered: '2s' });
const meets = (fault: ExchangeFaultName, by?: string): Part =>
  create('1s', { id: 'q1' }, { answered: '2s', fault, ...(by !== undefined && { by }) });
const hangsUp =
  (at: string, part: Part): Part =>
  (number) => [...part(number), { kind: 'hungUp', at: ms(at), exchange: number }];

describe('what the client got to see of an answer, and whether it waited for that for certain', () => {
  const seen: Readonly<Record<SeenOfExchange, readonly ['whole' | 'spoiled' | 'nothing', 'sure' | 'maybe']>> = {
    nothing: ['nothing', 'maybe'],
    error: ['nothing', 'maybe'],
    end: ['nothing', 'maybe'],
    redirect: ['whole', 'sure'],
    part: ['spoiled', 'maybe'],
    'another body': ['spoiled', 'sure'],
    pieces: ['whole', 'maybe'],
    late: ['whole', 'sure'],
    whole: ['whole', 'sure'],
  };
  const rows = namesOf(exchangeFaults).map((name) => {
    const { place, sees } = exchangeFaults[name];
    // Before there is a connection: who was answered all the same has overlooked it.
    return [name, ...seen[place === 'connection' ? 'whole' : sees]] as const;
  });

  test.each(rows)('%s: %s, %s', (name, what, how) => {
    const { maybe, sure } = read(meets(name));

    expect(maybe && [maybe.at, maybe.isWhole]).toEqual(what === 'nothing' ? undefined : [2000, what === 'whole']);
    expect(sure).toBe(how === 'sure' ? maybe : undefined);
  });

  test.each([
    ['without a fault', plain, 2000, 2000],
    ['by a fault that nobody knows', meets('earthquake' as ExchangeFaultName), 2000, undefined],
    ['by one that is named as what every object has', meets('toString' as ExchangeFaultName), 2000, undefined],
    ['that is on its way', arrives('3s', plain), 3000, 3000],
    ['after it hung up', hangsUp('1s500ms', plain), undefined, undefined],
    ['before it hung up', hangsUp('4s', arrives('3s', plain)), 3000, undefined],
    ['that never came', create('1s', 'nothing'), undefined, undefined],
  ] as const)('an answer %s', (_, part, maybeAt, sureAt) => {
    const { maybe, sure } = read(part);

    expect([maybe?.at, sure?.at]).toEqual([maybeAt, sureAt]);
  });

  test('an answer that has not arrived when the run is judged', () => {
    const { maybe, sure } = read(plain, {}, open);

    expect([maybe, sure]).toEqual([undefined, undefined]);
    expect(read(plain, {}, new Set([2])).sure?.isWhole).toBe(true);
  });
});

test('the last that the trace tells of an exchange is that the client hung up', () => {
  expect([read(plain).lastPlace, read(hangsUp('1s500ms', plain)).lastPlace]).toEqual([2, 2]);
});

describe('until when an exchange is under way for the service', () => {
  const { POSITIVE_INFINITY: ever } = Number;

  test.each([
    ['until it is answered', plain, {}, [2000, 2]],
    ['until its answer arrives', arrives('3s', plain), {}, [3000, 3]],
    ['for good, where it is not answered', create('1s', 'nothing'), {}, [ever, ever]],
    ['for good, where the answer stays away', meets('silence'), {}, [ever, ever]],
    ['until the client hangs up then', hangsUp('9s', meets('silence')), {}, [9000, 4]],
    ['perhaps on, where the answer is late', meets('late'), {}, [ever, 2]],
    ['perhaps on, where answers take time', plain, { latency: '150ms' }, [ever, 2]],
    ['perhaps on, where the client hangs up', hangsUp('9s', plain), {}, [ever, 2]],
    ['until it is answered, by whatever breaks off', meets('reset'), {}, [2000, 2]],
  ] as const)('%s', (_, part, world, [at, place]) => {
    expect(read(part, world).underWay).toEqual({ at, place });
  });

  test('perhaps on, where the answer has not arrived when the run is judged', () => {
    expect(read(plain, {}, open).underWay).toEqual({ at: ever, place: 2 });
  });
});

describe('since when an exchange is over for the client', () => {
  test.each([
    ['its answer', plain, 2000],
    ['the arrival of its answer', arrives('3s', plain), 3000],
    ['its hanging up', hangsUp('1s500ms', plain), 1500],
    ['a reset', meets('reset'), 2000],
    ['the last of ten pieces', meets('drip', '3s'), 32_000],
    ['half of a body, which broke off', meets('truncated'), 2000],
  ] as const)('%s', (_, part, at) => {
    expect(read(part).overAt).toBe(at);
  });

  test.each([
    ['there is no answer', read(create('1s', 'nothing'))],
    ['the answer stays away', read(meets('silence'))],
    ['the answer has not arrived', read(plain, {}, open)],
    ['what comes in pieces has not arrived', read(meets('drip', '3s'), {}, open)],
  ])('it is not, where %s', (_, exchange) => {
    expect(exchange.overAt).toBe(undefined);
  });
});

describe('whose address a request goes to that no operation has', () => {
  const strange =
    (url: string): Part =>
    (number) => [
      {
        kind: 'request',
        at: 0,
        exchange: number,
        operation: 'unknown',
        request: { method: 'GET', url, headers: {}, body: '' },
      },
    ];
  const host = (url: string, world?: Partial<InitialWorld>) => read(strange(url), world).host;
  const hosts = {
    email: 'https://x.test',
    token: 'https://x.test',
    submission: 'https://x.test/submission',
    reporting: 'https://x.test/reporting',
    links: 'https://x.test/links',
    regions: {
      'eu-west-1': 'https://x.test/eu-west-1',
      'us-east-1': 'https://x.test/us-east-1',
      'us-west-2': 'https://x.test/us-west-2',
    },
  };

  test.each([
    ['https://c.test', 'portability'],
    ['https://c.test/', 'portability'],
    ['https://c.test/some/where', 'portability'],
    ['https://c.test?here', 'portability'],
    ['https://c.test#here', 'portability'],
    ['https://c2.test/x', 'portability'],
    ['https://a.test/x', 'email'],
    ['https://b.test/x', 'token'],
    ['https://c.testing/x', undefined],
    ['https://d.test/https://c.test', undefined],
  ])('%s: %s', (url, whose) => {
    expect(host(url)).toBe(whose);
  });

  test('of addresses that lie below each other it is the narrower', () => {
    expect(host('https://x.test/eu-west-1/x', { hosts })).toBe('portability');
    expect(host('https://x.test/eu-west-11', { hosts })).not.toBe('portability');
  });

  test('nobody’s, where none is known', () => {
    const { exchanges } = readHistory(strange('https://c.test/x')(1), { assumptions: defaultAssumptions, limits });

    expect(exchanges[0]?.host).toBe(undefined);
  });
});
