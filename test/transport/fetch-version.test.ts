import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { builtProgram } from '../built.ts';

const project = resolve(import.meta.dirname, '../..');
builtProgram();

/** What a client sees of a refusal by the `fetch` of Node, through sockets, and by ours, each in a process of its own. */
const lookBehind = (first: string): unknown => {
  const script = `
    import { simulate } from 'stunt-double';
    ${first}
    const told = [];
    for (const transport of ['sockets', 'fetch']) {
      const sim = await simulate({ transport });
      told.push(await sim.run(async () => (await fetch(sim.env.tokenUrl)).statusText));
      await sim.stop();
    }
    console.log(JSON.stringify(told));
  `;
  const args = ['--input-type=module', '--no-warnings', '-e', script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' }));
};

const firsts: Readonly<Record<string, string>> = {
  'nothing else': '',
  'undici from npm': `await import('undici');`,
  'a dispatcher of its own': `const { Agent, setGlobalDispatcher } = await import('undici'); setGlobalDispatcher(new Agent());`,
  'a fetch to elsewhere': `await fetch('http://127.0.0.1:1').catch(() => {}); await import('undici');`,
};

test.each(Object.entries(firsts))(
  'behind %s, our fetch speaks the version of HTTP that the fetch of Node speaks',
  (_what, first) => {
    const [over, plain] = lookBehind(first) as readonly [string, string];

    expect(plain).toBe(over);
  },
);
