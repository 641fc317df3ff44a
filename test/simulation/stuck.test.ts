import { once } from 'node:events';
import { request } from 'node:https';
import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { create, queriesOf } from './calls.ts';

const forEver = new Promise<never>(() => {});

const failureOf = (run: Promise<unknown>): Promise<Error> =>
  run.then(
    () => expect.unreachable('it ended'),
    (error: unknown) => error as Error,
  );

const stuckAfter = 50;

test('a run that is stuck points to the line that called it, and shows what happened', async () => {
  await using sim = await simulate({ stuckAfter });

  const failure = await failureOf(
    sim.run(async () => {
      await create(sim.env);
      await forEver;
    }),
  );

  expect(failure).toMatchObject({ name: 'Misuse', code: 'CLOCK_STUCK' });
  expect(failure.message.split('\n')[0]).toMatch(/the clock is stuck at .* \[CLOCK_STUCK\]$/);
  expect(failure.message).toMatch(/\nwhat happened:\n +time │ client .*\n(?:.*\n)*.*#1 createDataQuery │ 201/);
  const [frame] = String(failure.stack).slice(`Misuse: ${failure.message}\n`.length).split('\n');
  expect(frame).toMatch(/stuck\.test\.ts:21:/);
});

test('a run that is stuck points there also where nobody waits for it', async () => {
  await using sim = await simulate({ stuckAfter });

  const failure = await new Promise<Error>((fail) => {
    sim.run(() => forEver).catch(fail);
  });

  const [frame] = String(failure.stack).slice(`Misuse: ${failure.message}\n`.length).split('\n');
  expect(frame).toMatch(/stuck\.test\.ts:38:/);
});

test('where nobody takes notifications, that is told as the likely cause, with the remedy', async () => {
  await using sim = await simulate({ stuckAfter });

  const { message } = await failureOf(
    sim.run(async () => {
      await create(sim.env);
      await forEver;
    }),
  );

  expect(message).toContain(
    '\nthe likely cause: notification 1 was not taken: no endpoint is registered; call env.onNotification before the first query\n',
  );
});

test('a notification that was lost, and one that was refused, are told as the likely cause', async () => {
  await using lost = await simulate({ stuckAfter });
  lost.on('notification').loseNotification();
  await using refused = await simulate({ stuckAfter });
  const waitFor = async (sim: typeof lost, status: number): Promise<string> => {
    sim.env.onNotification(() => new Response(null, { status }));
    const run = sim.run(async () => {
      await create(sim.env);
      await forEver;
    });
    return (await failureOf(run)).message;
  };

  expect(await waitFor(lost, 204)).toContain('\nthe likely cause: notification 1 got lost');
  expect(await waitFor(refused, 500)).toContain('\nthe likely cause: notification 1 was answered 500');
});

test('an answer that never comes is told where the client has no time-out', async () => {
  await using sim = await simulate({ stuckAfter });
  sim.on('createDataQuery').fault('silence');
  const asking = (): Promise<unknown> => once(request(queriesOf(sim.env), { method: 'POST' }).end(), 'response');

  const { message } = await failureOf(sim.run(asking));

  expect(message).toContain('\nthe likely cause: #1 is never answered (silence)');
});
