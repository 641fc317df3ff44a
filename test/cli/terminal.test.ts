import { expect, test } from 'vitest';
import { hang, wrapWords } from '../../src/print/wrap.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { brokenScenario, client, keptScenario, run, type Surroundings } from './begin.ts';

const runOne = async (surroundings: Surroundings, scenario = keptScenario) => {
  const folder = temporaryFolder({ 'a.yaml': scenario, 'client.mjs': client });
  return run(['run', folder, '--client', `${folder}/client.mjs`], surroundings);
};

test('on a terminal one line of progress is rewritten, and gone in the end; results are in colour', async () => {
  const { out, err } = await runOne({ tty: true });

  expect(err).toBe('\r\u001b[2K1/1 a query is created\r\u001b[2K');
  expect(out).toContain('\u001b[32m✓\u001b[39m a query is created');
});

test('on a build server nothing is rewritten', async () => {
  const { out, err } = await runOne({ tty: true, env: { CI: 'true' } });

  expect(err).toBe('');
  expect(out).toContain('a query is created');
});

test('with NO_COLOR there is no colour, also on a terminal', async () => {
  const { out } = await runOne({ tty: true, env: { NO_COLOR: '1' } });

  expect(out).not.toContain('\u001b');
  expect(out).toMatch(/^✓ a query is created/);
});

test.each([
  { env: { FORCE_COLOR: '1', CI: 'true' }, coloured: true },
  { env: { FORCE_COLOR: '0' }, coloured: false },
  { env: { FORCE_COLOR: '1', NO_COLOR: '1' }, coloured: false },
])('where there is no terminal, $env decides on colours, and no line is rewritten', async ({ env, coloured }) => {
  const { out, err } = await runOne({ env });

  expect(out.startsWith(coloured ? '\u001b[32m✓\u001b[39m a query is created' : '✓ a query is created')).toBe(true);
  expect(err).toBe('');
});

test('into a file or a pipe go plain lines', async () => {
  const { out, err } = await runOne({});

  expect(err).toBe('');
  expect(out).not.toMatch(/[^\P{Cc}\n]/u);
});

const timelineOf = ({ out }: { readonly out: string }): string =>
  out
    .split('\n')
    .filter((line) => /[│┼]/.test(line))
    .join('\n');

test.each(['run', 'serve'])(
  'the help of %s fits a terminal of 80 columns, but for what can be copied',
  async (command) => {
    const { out } = await run([command, '--help'], { tty: true, columns: 80 });

    expect(out.split('\n').filter((line) => line.length > 80 && !line.startsWith('  $ '))).toEqual([]);
  },
);

test('a terminal of no width, as that of a build server has that nobody told its size, is one that does not tell it', async () => {
  const usual = await runOne({ tty: true, columns: 100 }, brokenScenario);
  const untold = await runOne({ tty: true, columns: 0 }, brokenScenario);
  const help = await run(['run', '--help'], { tty: true, columns: 100 });

  expect(timelineOf(usual)).toMatch(/#1 createDataQuery +│ 201/);
  expect(timelineOf(untold)).toBe(timelineOf(usual));
  expect(untold.err).toContain('a query is refused');
  expect((await run(['run', '--help'], { tty: true, columns: 0 })).out).toBe(help.out);
});

test.each([0, 10])('in %i columns timelines and lists still tell something, and all of it', async (columns) => {
  const terminal = { tty: true, columns, env: { COLUMNS: '50' } };
  const result = await runOne(terminal, brokenScenario);
  const list = await run(['list', 'faults'], terminal);
  const uncut = await run(['list', 'faults']);

  // Beside the longest name there are two blanks, and as many letters as can be read at all.
  const longestName = Math.max(...uncut.out.split('\n').map((line) => line.search(/ {2}/)));
  const widest = columns === 0 ? 50 : longestName + 2 + 24;
  expect(timelineOf(result)).toMatch(/0s │/);
  const reached = Math.max(...list.out.split('\n').map(({ length }) => length));
  expect(reached).toBeLessThanOrEqual(widest);
  // Only a word that does not fit any more leaves room.
  expect(reached).toBeGreaterThan(widest - 10);
  expect(list.out.split(/\s+/)).toEqual(uncut.out.split(/\s+/));
});

test('long lists are broken between words', () => {
  expect(wrapWords('one two three four', 9)).toEqual(['one two', 'three', 'four']);
});

test('a word that is too long is broken behind its commas, or has a line of its own; signs of two columns count as two', () => {
  expect(wrapWords('a longer-than-nine b', 9)).toEqual(['a', 'longer-than-nine', 'b']);
  expect(wrapWords('a {"b":1,"c":2,"d":3} e', 9)).toEqual(['a {"b":1,', '"c":2,', '"d":3} e']);
  expect(wrapWords('a 漢字漢 b', 9)).toEqual(['a 漢字漢', 'b']);
});

test('what goes on below a label takes the room that the label had', () => {
  const hung = hang('inconclusive:', 'one two three four five six\nseven', 2, 26);

  expect(hung.split('\n')).toEqual(['  inconclusive: one two', '    three four five six', '    seven']);
});
