import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pictures, tablePages } from '../../scripts/docs/pages.ts';

test.each(Object.entries({ ...tablePages, ...pictures }))(
  'docs/%s is fresh, or else: npx tsx scripts/generate-docs.ts',
  async (name, render) => {
    expect(readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')).toBe(await render());
  },
);
