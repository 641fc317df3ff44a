import { expect, test } from 'vitest';
import { amount } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fuzz } from './fuzz.ts';
import { surfaceNames, surfaces } from './surfaces.ts';

/** In depth there are so many times as many. `npx tsx scripts/fuzz.ts --inputs 1000000` takes as many as it is told. */
const times = amount({ usual: 1, deep: 4 });

test.each(surfaceNames.map((name) => ({ name, ...surfaces[name] })))(
  '$what: whatever comes is taken, or refused with its place',
  { timeout: 600_000 },
  async ({ name, usual }) => {
    const wrong = await fuzz(name, 0, usual * times, temporaryFolder());

    expect(wrong.slice(0, 3)).toEqual([]);
  },
);
