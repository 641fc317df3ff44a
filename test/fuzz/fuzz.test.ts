import { expect, test } from 'vitest';
import { amount } from '../sampled.ts';
import { inMemory, openTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { fuzz } from './fuzz.ts';
import { surfaceNames, surfaces } from './surfaces.ts';

/** Of each surface. In depth they take about a minute; `npx tsx scripts/fuzz.ts --inputs 1000000` takes as many as it is told. */
const inputs = amount({ usual: 300, deep: 30_000 });

test.each(surfaceNames.map((name) => ({ name, ...surfaces[name] })))(
  '$what: whatever comes is taken, or refused with its place',
  async ({ name }) => {
    using folder = openTemporaryFolder({}, inMemory);
    const wrong = await fuzz(name, 0, inputs, folder.path);

    expect(wrong.slice(0, 3)).toEqual([]);
  },
);
