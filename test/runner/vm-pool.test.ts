import { expect, test } from 'vitest';
import { openProject } from './project.ts';

const tests = `
import { simulate } from 'stunt-double';
import timers from 'node:timers/promises';
import { expect, test } from 'vitest';

test('it is stopped at the end of its block', async () => {
  let stopped: AbortSignal | undefined;
  {
    await using sim = await simulate();
    stopped = sim.env.signal;
    await sim.run(() => timers.setTimeout(3_600_000));
    expect(sim.elapsed).toBe(3_600_000);
  }
  expect(stopped?.aborted).toBe(true);
});
`;

// The timers of jsdom are of its own making.
test.each(['node', 'jsdom'])(
  'in a realm of vitest, with %s in it, a simulation is disposed of by "await using"',
  async (realm) => {
    using project = openProject();
    project.write('package.json', '{ "type": "module" }');
    project.write('disposed.test.ts', tests);

    const { exit, output } = await project.run('vitest/vitest.mjs', [
      'run',
      '--pool=vmThreads',
      `--environment=${realm}`,
    ]);

    expect({ exit, output }).toEqual({ exit: 0, output: expect.stringContaining('1 passed') });
  },
);
