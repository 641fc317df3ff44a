import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routes } from '../../src/control/routes.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/control-api.md'), 'utf8');

test('it has a section for each route', () => {
  const titles = [...page.matchAll(/^### (.*)$/gm)].map(([, title = '']) => title);

  expect(titles.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
});
