import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { expect, test } from 'vitest';
import { portOf } from '../port-of.ts';
import { epoch, onTimeline, openTimeline, passed, rejection, sleep } from './begin.ts';

const listening = async <S extends net.Server>(server: S): Promise<{ server: S; port: number }> => ({
  server,
  port: await portOf(server),
});

test('a server in this process may sleep in virtual time before it answers', async () => {
  await using timeline = openTimeline();
  const { server, port } = await timeline.enter(() =>
    listening(
      http.createServer((_request, response) => {
        timeline.enter(() => void setTimeout(() => response.end('well slept'), 250_000));
      }),
    ),
  );

  const answer = await timeline.run(async () => [
    await (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(260_000) })).text(),
    passed(),
  ]);
  server.closeAllConnections();
  server.close();

  expect(answer).toEqual(['well slept', 250_000]);
});

test('time stands still while the test runner loads a module', async () => {
  await using timeline = openTimeline();
  const instant = await timeline.run(async () => {
    setInterval(() => undefined, 10);
    await import('./loaded-late.ts');
    return passed();
  });

  expect(instant).toBe(0);
});

test('a clock that is stuck beside a child process names it', async () => {
  await using timeline = openTimeline({ stuckAfter: 10 });
  const child = timeline.enter(() => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']));

  const error = await rejection(timeline.run(() => once(child, 'exit')));
  child.kill();

  expect(error).toMatchObject({ code: 'CLOCK_STUCK' });
  expect(String(error)).toContain('at work: 1 × child process');
});

test('a process that takes the place of one from before is waited for', async () => {
  const old = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(old, 'spawn');

  const outcome = await onTimeline((timeline) =>
    timeline.run(async () => {
      old.kill();
      await once(old, 'exit');
      const child = spawn(process.execPath, ['-e', '']);
      await Promise.race([once(child, 'exit'), sleep(3_600_000)]);
      return [child.exitCode, passed()];
    }),
  );

  expect(outcome).toEqual([0, 0]);
});

test.each(['before', 'after'] as const)(
  'the time limit of a real connection, set %s connecting, stays real',
  async (when) => {
    const { server, port } = await listening(net.createServer());

    await onTimeline(async (timeline) => {
      await timeline.run(async () => {
        const socket = net.connect(port, '127.0.0.1');
        if (when === 'after') await once(socket, 'connect');
        socket.setTimeout(20);
        await once(socket, 'timeout');
        socket.destroy();
      });

      expect(timeline.now()).toBe(epoch);
    });
    server.close();
  },
);

test('http.request with a timeout against a real server times out in real time', async () => {
  const { server, port } = await listening(http.createServer());

  await onTimeline(async (timeline) => {
    await timeline.run(async () => {
      const request = http.get({ port, host: '127.0.0.1', timeout: 20 }).on('error', () => undefined);
      await once(request, 'timeout');
      request.destroy();
    });

    expect(timeline.now()).toBe(epoch);
  });
  server.closeAllConnections();
  server.close();
});
