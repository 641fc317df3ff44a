import { setImmediate as turn } from 'node:timers/promises';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, runScenario, scenario } from '../../src/index.ts';
import { playScenario } from '../../src/play/play-scenario.ts';

/** The runner of tests takes every error that nobody hears for its own. */
const runners = process.listeners('unhandledRejection');
beforeEach(() => void process.removeAllListeners('unhandledRejection'));
afterEach(() => {
  for (const listener of runners) process.on('unhandledRejection', listener);
});

const plain = scenario('plain').build();

const slips: Client = async () => {
  void Promise.reject(new Error('lost'));
};

test('errors of a client that are alike are said once, and each that differs', async () => {
  const report = await runScenario(plain, async () => {
    for (const name of ['one', 'one', 'another', 'one', 'another']) void Promise.reject(new Error(name));
  });

  const slipped = report.findings.filter(({ claim }) => claim === 'the client handles all its errors');
  expect(slipped.map(({ found }) => found.replace(/.*: /, ''))).toEqual(['one', 'another']);
});

test('an error that a client lets slip is found by whoever runs the scenario', async () => {
  const report = await runScenario(plain, slips);

  expect(report.verdict).toBe('broken');
  expect(report.findings).toContainEqual({
    claim: 'the client handles all its errors',
    found: 'a promise was rejected and nobody heard: Error: lost',
    place: expect.stringMatching(/process-record\.test\.ts:\d+:\d+$/),
  });
});

test('a secret in it is masked', async () => {
  let secret = '';
  const { findings } = await runScenario(plain, async ({ customer }) => {
    secret = customer.refreshToken;
    void Promise.reject(new Error(`refused: ${secret}`));
  });

  expect(findings.at(-1)?.found).toContain('Error: refused: ');
  expect(JSON.stringify(findings)).not.toContain(secret);
});

test('many runs at a time listen once, and leave nobody listening', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);

  await Promise.all(
    Array.from({ length: 12 }, () => runScenario(plain, async () => undefined, { transport: 'fetch' })),
  );
  await turn();
  process.off('warning', note);

  expect(warnings).toEqual([]);
  expect(process.listenerCount('unhandledRejection')).toBe(0);
});

test('a connection that a guard kept from going around the transport is counted beside the trace', async () => {
  const { get } = await import('node:https');
  const around: Client = (env) =>
    new Promise((resolve) => void get(env.tokenUrl).on('error', resolve).on('response', resolve));

  const { process: record } = await playScenario(plain, around, { transport: 'fetch' });

  expect(record).toMatchObject({ bypasses: 1, unheard: [] });
});

test('errors of this process are no concern of a client in another one', async () => {
  const ours: unknown[] = [];
  process.once('unhandledRejection', (error) => ours.push(error));

  const { process: record } = await playScenario(plain, slips, { clock: 'real' });
  await turn();

  expect(record.unheard).toEqual([]);
  expect(ours).toEqual([new Error('lost')]);
});
