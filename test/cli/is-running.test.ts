import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../src/cli/is-running.ts';

test('a process runs that is there, whoever it belongs to, and none does whose number nobody has', () => {
  expect([process.pid, 1, 99_999_999].map(isRunning)).toEqual([true, true, false]);
});

test.runIf(existsSync('/proc/self/stat'))(
  'a process that has ended runs no longer, though nobody has asked',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill());
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    // From then on nobody asks.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/cmdline`, 'utf8')).toMatch(/^sleep/);
    const whileThere = isRunning(pid);
    process.kill(pid);
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');

    expect([whileThere, isRunning(pid)]).toEqual([true, false]);
  },
);
