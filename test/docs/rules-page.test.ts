import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allRules } from '../../src/rules/catalogue.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/rules.md'), 'utf8');

test('it has a section for each rule, with an example that keeps it and one that breaks it', () => {
  const parts = page.split(/^### /m).slice(1);

  expect(parts.map((part) => part.slice(0, part.indexOf('\n'))).toSorted()).toEqual(
    allRules.map(({ id, name }) => `${id} ${name}`).toSorted(),
  );
  for (const part of parts) expect(part.match(/^```text$/gm)).toHaveLength(2);
});
