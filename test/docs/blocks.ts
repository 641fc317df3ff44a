import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The TypeScript blocks of a page, each of which has to stand word by word in a test of this file. */
export const expectBlocksToRun = (page: string, file: string, atLeast: number): void => {
  const here = readFileSync(file, 'utf8').replaceAll(/^ {2}/gm, '');
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)];

  expect(blocks.length).toBeGreaterThanOrEqual(atLeast);
  for (const [, block] of blocks) expect(here).toContain(block);
};
