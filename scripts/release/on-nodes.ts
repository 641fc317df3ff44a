import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { NodeBinary } from '../nodes/binaries.ts';
import { readNodes } from '../nodes/binaries.ts';
import type { Finding, Part } from './part.ts';

/** What the package is promised to work on. */
const majors = [20, 22, 24, 26];

const run = (root: string, script: string, { path, version, env }: NodeBinary): Promise<Finding> =>
  new Promise((resolve) => {
    const began = performance.now();
    const args = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts', script)];
    const child = spawn(path, args, { cwd: root, env: { ...env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    child.on('close', (status) => {
      const isMet = status === 0;
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      const said = output.split('\n').filter((line) => (isMet ? /^[✓✗]|^===/.test(line) : line !== ''));
      resolve({ what: `Node ${version}: ${script}, ${seconds} s`, isMet, lines: said });
    });
  });

/**
 * A script of ours that has to pass on each Node, as many at once as there are cores. What they would all install in one place
 * is to be installed before.
 */
export const onEachNode = (what: string, script: string, before: () => unknown = () => undefined): Part => ({
  what,
  look: async ({ root }) => {
    before();
    const nodes = readNodes();
    const found: Finding[] = majors
      .filter((major) => !nodes.some((node) => node.major === major))
      .map((major) => ({ what: `no Node ${major} on this machine: run this by it`, isMet: false }));
    const left = nodes.filter(({ major }) => majors.includes(major));
    const work = async (): Promise<void> => {
      for (let node = left.shift(); node !== undefined; node = left.shift()) found.push(await run(root, script, node));
    };
    // Each writes into folders of its own.
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    return found.toSorted((one, other) => one.what.localeCompare(other.what));
  },
});
