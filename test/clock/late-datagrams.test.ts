import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** In a process of its own, for in that of the tests the module has been loaded before. */
const program = `
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { simulate } from 'stunt-double';

const answerLate =
  "const server = require('node:dgram').createSocket('udp4');" +
  "server.on('message', (_text, { port, address }) => setTimeout(() => server.send('answer', port, address), 100));" +
  "server.bind(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port))";
// By a thread, for the module of child processes loads that of UDP.
const server = new Worker(answerLate, { eval: true, execArgv: [] });
const [port] = await once(server, 'message');

const sim = await simulate({ transport: 'none' });
await sim.run(async () => {
  const { createSocket } = await import('node:dgram');
  const socket = createSocket('udp4');
  const answered = once(socket, 'message').then(([text]) => String(text));
  socket.send('question', port, '127.0.0.1');
  console.log(await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 60_000, 'time went on'))]));
  socket.close();
});
await sim.stop();
process.exit();
`;

test('an answer by UDP holds time, also where the module is loaded when a simulation is alive', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });

  expect(said).toBe('answer\n');
});
