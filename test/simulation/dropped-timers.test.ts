import { once } from 'node:events';
import { request } from 'node:https';
import { expect, test } from 'vitest';
import { checkClient } from '../../src/check/check-client.ts';
import { CheckFailed } from '../../src/check/check-failed.ts';
import { scenario } from '../../src/language/builder.ts';
import { runScenario } from '../../src/play/run-scenario.ts';
import { runTrial } from '../../src/check/trial/run-trial.ts';
import { simulate } from '../../src/index.ts';
import { asTransport, openTransport } from '../../src/simulation/open-transport.ts';
import { sleep } from '../clock/begin.ts';

/** What p-queue does with its `interval`: a timer is set once, and lets the next in. */
class Queue {
  readonly #each: number;
  readonly #waiting: (() => void)[] = [];
  #timer: Promise<void> | undefined;

  constructor(each: number) {
    this.#each = each;
  }

  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#timer === undefined) this.#letIn();
    });
  }

  #letIn(): void {
    const next = this.#waiting.shift();
    next?.();
    this.#timer = next && sleep(this.#each).then(() => this.#letIn());
  }
}

const hint = (each: number): RegExp =>
  new RegExp(
    String.raw`a timer that was pending at the end of an earlier simulation went with it, and was not set again: ` +
      String.raw`setTimeout\(…, ${each}\)(?: \(and \d more\))?; a queue or a limiter that waits for it is to be built when the client is called`,
  );

const run = async (work: () => unknown): Promise<unknown> => {
  await using sim = await simulate({ stuckAfter: 50 });
  return await sim.run(async () => work()).catch((error: unknown) => error);
};

test('a client that is stuck on a queue whose timer went with an earlier simulation is told of it', async () => {
  const queue = new Queue(1234);

  expect(await run(() => queue.turn())).toBe(undefined);
  expect(await run(() => queue.turn())).toMatchObject({
    code: 'CLOCK_STUCK',
    message: expect.stringMatching(new RegExp(String.raw`\nthe likely cause: ${hint(1234).source}\n`)),
  });
});

test('a timer that every run sets anew is no cause: that of a time limit, say', async () => {
  await run(() => void setTimeout(() => undefined, 2345));
  const error = await run(() => {
    setTimeout(() => undefined, 2345);
    return new Promise(() => undefined);
  });

  expect(error).toMatchObject({ code: 'CLOCK_STUCK', message: expect.not.stringContaining('2345') });
});

// Longer than timers are waited for that a client left running.
test('a run of a scenario, and a check, say so, too', async () => {
  const queue = new Queue(123_456_789);
  const client = async (): Promise<void> => queue.turn();
  const play = () => runScenario(scenario('plain').build(), client);
  const [first, second] = [await play(), await play()];
  const failure: unknown = await checkClient(client, { transport: 'fetch', runs: 3 }).catch((error: unknown) => error);

  expect(first.warnings).toEqual([]);
  expect(second).toMatchObject({ verdict: 'broken', warnings: [{ found: expect.stringMatching(hint(123_456_789)) }] });
  expect(failure).toBeInstanceOf(CheckFailed);
  expect((failure as CheckFailed).symptom.evidence.at(-1)).toMatch(hint(123_456_789));
});

test('nor is one where an answer never comes: a check names the request, and no timer', async () => {
  await run(() => void setTimeout(() => undefined, 234_567_890));
  const silent = scenario('silence').on('requestToken').fault('silence').build();
  const transport = asTransport((await openTransport('sockets')).attach);

  const { symptoms } = await runTrial(silent, {
    client: ({ tokenUrl }) => once(request(tokenUrl, { method: 'POST' }).end(), 'response'),
    transport,
    series: '0',
  });

  const [{ key, evidence } = {}] = symptoms;
  expect(key).toBe('C18');
  expect(evidence?.slice(1)).toEqual([
    'the likely cause: #1 is never answered (silence), and the client has no time-out for it',
  ]);
});

test('an interval is named with the line that set it, and a timer that keeps nothing awake is no cause', async () => {
  const kept = new Promise<never>(() => undefined);
  await run(() => {
    setInterval(() => undefined, 4567);
    setTimeout(() => undefined, 5678).unref();
  });

  expect(await run(() => kept)).toMatchObject({
    message: expect.stringMatching(/setInterval\(.*, 4567\) at .*dropped-timers\.test\.ts:\d+:\d+/),
  });
  expect(await run(() => kept)).toMatchObject({ message: expect.not.stringContaining('5678') });
});
