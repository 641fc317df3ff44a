import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { describeApi } from '../../src/control/openapi.ts';
import { routes } from '../../src/control/routes.ts';
import { asker, findFault } from './ask.ts';
import { beginControl } from './begin.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Api = any;

/** What a linter of others has against a description. */
const lint = async (api: unknown): Promise<readonly string[]> => {
  const rules = {
    // Of a step some fields are asked for under a condition, which is where other rules say what they are.
    'no-required-schema-properties-undefined': 'off',
  } as const;
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const document = makeDocumentFromString(JSON.stringify(api), '/openapi.json');
  const problems = await lintDocument({ document, config, externalRefResolver: new BaseResolver() });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
};

test('the description is OpenAPI 3.1, and a linter has nothing against it', async () => {
  await using begun = await beginControl();
  const { json } = await asker(begun)('openapi.json');

  expect(json).toEqual(JSON.parse(JSON.stringify(describeApi(routes))));
  expect(json.openapi).toBe('3.1.0');
  expect(await lint(json)).toEqual([]);
});

test('the linter sees what is amiss', async () => {
  const broken: Api = structuredClone(describeApi(routes));
  delete broken.paths['/state'].get.operationId;
  broken.paths['/time'].get.responses['200'].content['application/json'].schema = { $ref: '#/components/schemas/None' };

  expect(await lint(broken)).toEqual([
    expect.stringContaining('operation-operationId'),
    expect.stringContaining('no-unresolved-refs'),
  ]);
});

test('an answer that is not as the description says is seen', () => {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, json: undefined };

  expect(findFault('outbox', 'GET', { ...answer, text: '{"mails":[]}' })).toBeUndefined();
  expect(findFault('outbox', 'GET', { ...answer, text: '{"mails":[{"to":1}]}' })).toContain('must be string');
  expect(findFault('outbox', 'GET', { ...answer, text: '{"mails":[],"more":1}' })).toContain('additional properties');
});

test('every route stands once in the table and in the description, with a name and a sentence', () => {
  const api: Api = describeApi(routes);
  const described = Object.entries<Api>(api.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

  expect(described.toSorted()).toEqual(routes.map(({ method, path }) => `${method} /${path}`).toSorted());
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
  for (const { what } of routes) expect(what).toMatch(/^[A-Z].*\.$/);
});
