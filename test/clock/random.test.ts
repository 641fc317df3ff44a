import crypto, { randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { randomChoices } from '../../src/clock/random.ts';
import { type Client, runScenario, scenario, type SimulateOptions, simulate } from '../../src/index.ts';
import { differences, takeInventory } from './inventory.ts';

const inSimulation = async <T>(options: SimulateOptions, draw: () => T | Promise<T>): Promise<T> => {
  await using sim = await simulate({ transport: 'fetch', ...options });
  return await sim.run(draw);
};

const numbers = (): readonly number[] => Array.from({ length: 50 }, () => Math.random());

/** Whatever `crypto` can draw, as text. */
const everything = async (): Promise<readonly string[]> => [
  randomUUID(),
  crypto.randomUUID(),
  globalThis.crypto.randomUUID(),
  randomBytes(20).toString('hex'),
  (await promisify(crypto.randomBytes)(20)).toString('hex'),
  String(crypto.randomInt(1_000_000_000)),
  String(crypto.randomInt(-50_000_000, 2 ** 40)),
  String(await promisify<number, number>(crypto.randomInt)(1e9)),
  crypto.randomFillSync(new Uint32Array(4)).join(),
  crypto.randomFillSync(Buffer.alloc(12), 2, 8).toString('hex'),
  (await promisify<Buffer, number, number, Buffer>(crypto.randomFill)(Buffer.alloc(12), 2, 8)).toString('hex'),
  globalThis.crypto.getRandomValues(new Uint16Array(8)).join(),
  crypto.getRandomValues(new Uint8Array(8)).join(),
];

test('the same seed gives the client the same Math.random, another seed another', async () => {
  const [one, again, other] = [
    await inSimulation({ seed: 7 }, numbers),
    await inSimulation({ seed: 7 }, numbers),
    await inSimulation({ seed: 8 }, numbers),
  ];

  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
  expect(new Set([...one, ...other]).size).toBe(100);
});

test('what is drawn is spread over all of 0 to 1, and 1 is not among it', async () => {
  const drawn = await inSimulation({}, () => Array.from({ length: 10_000 }, () => Math.random()));

  const tenths = new Map<number, number>();
  for (const number of drawn) tenths.set(Math.floor(number * 10), (tenths.get(Math.floor(number * 10)) ?? 0) + 1);
  expect(new Set(tenths.keys())).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  for (const count of tenths.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('outside of a simulation random numbers are those of the engine, also while there is one', async () => {
  const native = Math.random;
  await using sim = await simulate({ transport: 'fetch' });
  const inside = await sim.run(numbers);

  const outside = numbers();
  const [insideAgain] = await sim.run(numbers);

  expect(outside.some((number) => inside.includes(number))).toBe(false);
  // The stream goes on where it was: what was drawn outside took nothing from it.
  const whole = await inSimulation({}, () => [...numbers(), Math.random()]);
  expect(insideAgain).toBe(whole.at(-1));
  await sim.stop();
  expect(Math.random).toBe(native);
});

test('two simulations side by side have a stream each', async () => {
  const alone = await inSimulation({ seed: 1 }, numbers);
  await using one = await simulate({ seed: 1, transport: 'none' });
  await using other = await simulate({ seed: 1, transport: 'none' });
  const draw = async (): Promise<readonly number[]> => {
    const drawn: number[] = [];
    for (let draws = 0; draws < 50; draws++) {
      drawn.push(Math.random());
      await new Promise((resolve) => void setTimeout(resolve, 100));
    }
    return drawn;
  };

  expect(await Promise.all([one.run(draw), other.run(draw)])).toEqual([alone, alone]);
});

test.each(['sockets', 'fetch', 'server'] as const)(
  'requests by "%s" take nothing from the stream of the client',
  async (transport) => {
    await using sim = await simulate({ transport });

    const drawn = await sim.run(async () => {
      const before = Math.random();
      for (let request = 0; request < 3; request++) await fetch(sim.env.tokenUrl, { method: 'POST' });
      return [before, Math.random()];
    });

    expect(drawn).toEqual((await inSimulation({}, numbers)).slice(0, 2));
  },
);

test('on fake timers of somebody else, random numbers in a run come from the seed as well', async () => {
  const expected = await inSimulation({ seed: 3 }, numbers);
  vi.useFakeTimers();
  try {
    expect(await inSimulation({ seed: 3 }, numbers)).toEqual(expected);
  } finally {
    vi.useRealTimers();
  }
});

test('crypto draws from the seed when that is wished for, and only then', async () => {
  const [one, again, other, math] = [
    await inSimulation({ random: 'all' }, everything),
    await inSimulation({ random: 'all' }, everything),
    await inSimulation({ random: 'all', seed: 1 }, everything),
    await inSimulation({ random: 'math' }, everything),
  ];

  expect(again).toEqual(one);
  for (const [index, drawn] of one.entries()) {
    expect(other[index]).not.toBe(drawn);
    expect(math[index]).not.toBe(drawn);
  }
});

test('what crypto draws from the seed has the form that Node gives it', async () => {
  const [uuid, , webUuid, , , below, between, , , filled] = await inSimulation({ random: 'all' }, everything);

  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect([uuid, webUuid].every((text) => form.test(String(text)))).toBe(true);
  expect(Number(below)).toBeLessThan(1_000_000_000);
  expect(Number(between)).toBeGreaterThanOrEqual(-50_000_000);
  expect(filled).toMatch(/^0000[0-9a-f]{16}0000$/);
});

test('what Node refuses is refused in its words', async () => {
  const refused = inSimulation({ random: 'all' }, () => crypto.randomInt(5, 1));

  await expect(refused).rejects.toMatchObject({ code: 'ERR_OUT_OF_RANGE' });
});

test('the bytes of a seed are these, on every version of Node', async () => {
  const drawn = await inSimulation({ seed: 42, random: 'all' }, () => [
    Math.floor(Math.random() * 2 ** 32),
    randomBytes(4).toString('hex'),
  ]);

  expect(drawn).toEqual(sfc32OfSeed42);
});

/** By the published algorithm, written down a second time in other words. */
const reference = (stream: bigint): readonly bigint[] => {
  const mask = 0xffff_ffffn;
  let [a, b, c, d] = [42n, 0n, stream, 1n];
  return Array.from({ length: 18 }, () => {
    const t = (a + b + d) & mask;
    d = (d + 1n) & mask;
    a = b ^ (b >> 9n);
    b = (c + (c << 3n)) & mask;
    c = (((c << 21n) | (c >> 11n)) + t) & mask;
    return t;
  }).slice(16);
};

const sfc32OfSeed42 = [
  Number((((reference(1n)[0] ?? 0n) >> 5n) << 5n) | ((reference(1n)[1] ?? 0n) >> 27n)),
  Buffer.from(new Uint32Array([Number(reference(2n)[0])]).buffer).toString('hex'),
];

test.each(randomChoices)('with random "%s" all is as before once the simulation has stopped', async (random) => {
  const before = takeInventory();
  const sim = await simulate({ random, transport: 'none' });
  const changed = differences(before, takeInventory()).filter((name) => /Math|rypto|random/.test(name));
  await sim.stop();

  const ofCrypto = [
    'Crypto.prototype.getRandomValues',
    'Crypto.prototype.randomUUID',
    ...['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID'].map((name) => `crypto.${name}`),
    ...('randomUUIDv7' in crypto ? ['crypto.randomUUIDv7'] : []),
    'named randomUUID',
  ];
  const expected = { native: [], math: ['Math.random'], all: ['Math.random', ...ofCrypto] }[random];
  expect(new Set(changed)).toEqual(new Set(expected));
  expect(differences(before, takeInventory())).toEqual([]);
});

test('a choice that is none is refused', async () => {
  await expect(simulate({ random: 'dice' as never })).rejects.toMatchObject({
    code: 'BAD_OPTION',
    message: expect.stringContaining('write "math" or "all" or "native"') as string,
  });
});

test('a scenario is the same to the millisecond each time, jitter and all, and another with another seed', async () => {
  const jittery: Client = async (env) => {
    for (let attempt = 0; attempt < 5; attempt++) {
      await new Promise((resolve) => void setTimeout(resolve, 60_000 * (1 + Math.random())));
      await fetch(env.tokenUrl, { method: 'POST' });
    }
  };
  const play = async (seed: number): Promise<number> =>
    (await runScenario(scenario('jitter').build(), jittery, { seed, rules: 'none' })).elapsed;

  const elapsed = await play(7);

  expect(await play(7)).toBe(elapsed);
  expect(await play(8)).not.toBe(elapsed);
});
