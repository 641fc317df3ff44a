import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { builtProgram } from '../built.ts';

const project = resolve(import.meta.dirname, '../..');
builtProgram();

/** What a client sees of a refusal, each time in a simulation of its own; all that is run is run in a process of its own. */
const look = (script: string, environment: Readonly<Record<string, string>> = {}): unknown => {
  const whole = `
    import { simulate } from 'stunt-double';
    const reasonBy = async (transport) => {
      const sim = await simulate({ transport });
      const reason = await sim.run(async () => (await fetch(sim.env.tokenUrl)).statusText);
      await sim.stop();
      return reason;
    };
    ${script}
  `;
  const args = ['--input-type=module', '--no-warnings', '-e', whole];
  const env = { ...process.env, ...environment };
  return JSON.parse(execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', env }));
};

const firsts: Readonly<Record<string, string>> = {
  'nothing else': '',
  'undici from npm': `await import('undici');`,
  'a dispatcher of its own': `const { Agent, setGlobalDispatcher } = await import('undici'); setGlobalDispatcher(new Agent());`,
  'a fetch to elsewhere': `await fetch('http://127.0.0.1:1').catch(() => {}); await import('undici');`,
  'a dispatcher that was taken and put back': `
    await fetch('http://127.0.0.1:1').catch(() => {});
    const { getGlobalDispatcher, setGlobalDispatcher } = await import('undici');
    setGlobalDispatcher(getGlobalDispatcher());
  `,
};

const ofBoth = `console.log(JSON.stringify([await reasonBy('sockets'), await reasonBy('fetch')]));`;

test.each(Object.entries(firsts))(
  'behind %s, our fetch speaks the version of HTTP that the fetch of Node speaks',
  (_what, first) => {
    const told = look(`${first} ${ofBoth}`);

    const [over, plain] = told as readonly [string, string];
    expect(plain).toBe(over);
  },
);

test('so it does where the fetch of Node goes by a proxy that the environment names', () => {
  const told = look(ofBoth, { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://127.0.0.1:1' });

  const [over, plain] = told as readonly [string, string];
  expect(plain).toBe(over);
});

test('behind viaUndici the fetch of Node speaks the version of HTTP that it spoke before', () => {
  const told = look(`
    const before = await reasonBy('sockets');
    const undici = await import('undici');
    const { viaUndici } = await import('stunt-double/undici');
    const sim = await simulate({ transport: viaUndici(undici) });
    await sim.stop();
    console.log(JSON.stringify([before, await reasonBy('sockets')]));
  `);

  const [before, after] = told as readonly [string, string];
  expect(after).toBe(before);
});
