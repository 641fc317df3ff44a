/**
 * Has every reader, and what speaks HTTP, take inputs that nobody would write. What is taken badly is printed, and kept in
 * `test/fuzz/corpus` by who mends it. `npx tsx scripts/fuzz.ts [--inputs 1000000] [--surface har] [--shard 1/2]`
 */
import { performance } from 'node:perf_hooks';
import { fuzz } from '../test/fuzz/fuzz.ts';
import { surfaceNames } from '../test/fuzz/surfaces.ts';
import { parseOptions } from './parse-options.ts';
import { inMemory, openTemporaryFolder } from './temporary-folder.ts';

const { values } = parseOptions({
  options: {
    inputs: { type: 'string', default: '10000' },
    surface: { type: 'string', multiple: true },
    shard: { type: 'string', default: '1/1' },
  },
});
const [index = 1, of = 1] = values.shard.split('/').map(Number);
const chosen = surfaceNames.filter((name) => values.surface?.includes(name) ?? true);
if (chosen.length === 0) throw new Error(`no such surface; there are ${surfaceNames.join(', ')}`);

/** So many are made at a time. */
const hand = 2000;
/** Real seconds between two lines of progress. */
const between = 30;

using folder = openTemporaryFolder({}, inMemory);
const say = (line: string): unknown => process.stdout.write(`${line}\n`);

let bad = 0;
for (const name of chosen) {
  const total = Number(values.inputs);
  const [first, last] = [Math.floor((total * (index - 1)) / of), Math.floor((total * index) / of)];
  const began = performance.now();
  let told = began;
  const seconds = (): number => (performance.now() - began) / 1000;
  for (let from = first; from < last; from += hand) {
    for (const { input, why } of await fuzz(name, from, Math.min(last, from + hand), folder.path)) {
      bad += 1;
      say(`${name}, among ${from}…: ${why}\n  ${JSON.stringify(input.slice(0, 2000))}`);
    }
    if (performance.now() - told < between * 1000) continue;
    told = performance.now();
    say(`${name}: ${from + hand - first} of ${last - first} in ${seconds().toFixed(0)} s`);
  }
  say(
    `${name}: ${last - first} inputs in ${seconds().toFixed(1)} s, ${((last - first) / seconds()).toFixed(0)} a second, ${bad} taken badly so far`,
  );
}
process.exitCode = bad === 0 ? 0 : 1;
