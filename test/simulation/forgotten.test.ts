import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { openTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { builtProgram } from '../built.ts';

const project = resolve(import.meta.dirname, '../..');
builtProgram();

/** A script that uses the library, in a process of its own. */
const play = async (script: string): Promise<{ readonly code: number | null; readonly text: string }> => {
  const head = `import { simulate } from ${JSON.stringify(`${project}/dist/index.js`)};\n`;
  using folder = openTemporaryFolder({ 'package.json': '{ "type": "module" }', 'script.mjs': `${head}${script}` });
  const child = spawn(process.execPath, ['script.mjs'], { cwd: folder.path });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((done) => void child.once('close', done));
  return { code, text: text.replaceAll(folder.path, '') };
};

const create =
  "const create = (env) => fetch(env.regions['eu-west-1'] + '/orders/data-queries', { method: 'POST', headers: { authorization: `Bearer ${env.customer.accessToken}` } });\n";
const waiting = `${create}const client = async (env) => {
  await create(env);
  await new Promise((done) => env.onNotification(() => { done(); return new Response(null, { status: 204 }); }));
};
`;

test.concurrent('a client that is called outside of sim.run is named as that after a second, with the line and the remedy', async () => {
  const { text } = await play(`${waiting}const sim = await simulate();
setTimeout(() => { console.log('the test is given up'); process.exit(); }, 3000);
await client(sim.env);
`);

  expect(text).toMatch(
    /^Misuse: simulation: query \S+ is being collected, and nothing moves virtual time: the client was called outside of sim\.run \(write "await sim\.run\(\(\) => client\(sim\.env\)\)", or let time pass with sim\.elapse\) \[OUTSIDE_RUN\]\n {4}at (file:\/\/)?\/script\.mjs:9:18\n/,
  );
  expect(text.match(/OUTSIDE_RUN/g)).toHaveLength(1);
  expect(text).toContain('\nthe test is given up\n');
});

test.concurrent('where nothing keeps the process alive, it is said at its end', async () => {
  const { text } = await play(`${waiting}const sim = await simulate({ transport: 'fetch' });
await client(sim.env);
`);

  expect(text).toContain('[OUTSIDE_RUN]\n    at ');
});

test.concurrent('what a run has left under way, and a test then waits for, is named after three seconds, once', async () => {
  const { text } = await play(`${waiting}const sim = await simulate();
let work;
await sim.run(async () => { work = client(sim.env); await new Promise((done) => setTimeout(done, 60_000)); });
setTimeout(() => { console.log('the test is given up'); process.exit(); }, 4500);
await work;
`);

  expect(text).toMatch(
    /^Misuse: simulation: query \S+ is being collected, and nothing moves virtual time: the run is over, and left this under way \(await what waits for it, as the close\(\) of a worker, inside of sim\.run, or let time pass with sim\.elapse\) \[OUTSIDE_RUN\]\n {4}at (file:\/\/)?\/script\.mjs:7:19\n/,
  );
  expect(text.match(/OUTSIDE_RUN/g)).toHaveLength(1);
  expect(text).toContain('\nthe test is given up\n');
});

test.concurrent('what fake timers were moved for, and not far enough, is named with the remedy, once', async () => {
  const { text } = await play(`import { mock } from 'node:test';
${waiting}const real = setTimeout;
mock.timers.enable({ apis: ['setTimeout', 'Date'] });
const sim = await simulate();
const work = client(sim.env);
while (sim.queries.length === 0) await new Promise((done) => real(done, 20));
mock.timers.tick(60_000);
real(() => { console.log('the test is given up'); process.exit(); }, 4500);
await work;
`);

  expect(text).toMatch(
    /Misuse: simulation: query \S+ is being collected, and nothing moves virtual time: your fake timers moved it too little \(move them on, or "await sim\.run\(\(\) => client\(sim\.env\)\)"\) \[OUTSIDE_RUN\]\n {4}at (file:\/\/)?\/script\.mjs:11:25\n/,
  );
  expect(text.match(/OUTSIDE_RUN/g)).toHaveLength(1);
});

test.concurrent('of what a run has left nothing is said where time goes on, or the simulation is over', async () => {
  const { text } = await play(`${create}const real = (ms) => new Promise((done) => setTimeout(done, ms));
const moved = await simulate();
await moved.run(() => create(moved.env));
await moved.elapse('1d');
const stopped = await simulate();
await stopped.run(() => create(stopped.env));
await stopped.stop();
await real(3500);
await moved.stop();
const brief = await simulate();
await brief.run(() => create(brief.env));
`);

  expect(text).toMatch(
    /^Misuse: simulate: the process ends, and the simulation was never stopped .*\n {4}at .*:12:\d+\n/,
  );
  expect(text).not.toContain('OUTSIDE_RUN');
});

test.concurrent('requests that prepare things, time that is moved by hand, and work beside a run are no mistake', async () => {
  const { code, text } = await play(`${create}const real = (ms) => new Promise((done) => setTimeout(done, ms));
const sim = await simulate();
await create(sim.env);
await real(200);
await sim.elapse('1d');
await real(1500);
const other = await simulate();
await other.fetch(other.env.emailUrl, { method: 'POST' });
await real(1500);
await sim.stop();
await other.stop();
console.log('done');
`);

  expect({ code, text }).toEqual({ code: 0, text: 'done\n' });
});

test.concurrent('a forgotten stop is said at the end of the process, and what nobody asked for is said, too', async () => {
  const { code, text } = await play(`const sim = await simulate();
sim.on('notification').elapse('61m');
const post = () => fetch(sim.env.regions['eu-west-1'] + '/orders/data-queries', { method: 'POST', headers: { authorization: 'bearer ' + sim.customer.accessToken } });
await sim.run(async () => { await post(); });
`);

  expect(code).toBe(1);
  expect(text).toMatch(
    /^Misuse: simulate: the process ends, and the simulation was never stopped \(write "await using sim = await simulate\(\)", or "await sim\.stop\(\)" at the end\) \[NEVER_STOPPED\]\n {4}at (file:\/\/)?\/script\.mjs:2:19\n/,
  );
  expect(text).toMatch(
    /\nMisuse: .*its moment never came.*\[STEP_NEVER_FIRED\]\n\nwhat happened:\n(?:.*\n)*? {4}at (file:\/\/)?\/script\.mjs:3:24\n/,
  );
  expect(text).toMatch(/\nbroken, and nobody asked: C1 bearer-form: at /);
});

test.concurrent('with nothing else to say it fails no process; and what was stopped is not spoken of', async () => {
  const forgotten = await play('await simulate();\n');
  const stopped = await play('const sim = await simulate();\nawait sim.stop();\n');

  expect(forgotten.code).toBe(0);
  expect(forgotten.text).toContain('[NEVER_STOPPED]');
  expect(stopped).toEqual({ code: 0, text: '' });
});

test.concurrent('a run that nobody awaited, and that ends with its simulation, is named by its line', async () => {
  const { code, text } = await play(`const sim = await simulate();
sim.run(() => new Promise((done) => setTimeout(done, 60_000)));
await sim.stop();
`);

  expect(code).toBe(1);
  expect(text).toMatch(
    /^Misuse: simulation: the simulation is over \(await what you started .*\n {4}at (file:\/\/)?\/script\.mjs:3:5\b/m,
  );
});

test.concurrent('fake timers that come too late are told with the line of the run, and a mistake of the client with its own', async () => {
  const { text } = await play(`import { mock } from 'node:test';
const sim = await simulate();
const told = async (work) => console.log((await sim.run(work).catch((error) => error)).stack);
await told(() => sim.at('5 minutes'));
await told(() => new Promise((done) => { mock.timers.enable(); setTimeout(done, 60_000); }));
process.exit();
`);

  expect(text).toMatch(/^Misuse: sim\.at\("5 minutes"\): .*\[BAD_DURATION\]\n(.*\n)*? {4}at .*script\.mjs:5:22\b/);
  expect(text).toMatch(/^Misuse: .*\[FAKE_TIMERS_ACTIVE\]\n {4}at told \(?(file:\/\/)?\/script\.mjs:4:53/m);
});
