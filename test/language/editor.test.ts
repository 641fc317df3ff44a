import { getLanguageService, TextDocument } from 'yaml-language-server';
import { expect, test } from 'vitest';
import { makeSchema } from '../../scripts/schema/make-schema.ts';
import { doVerbs } from '../../src/language/verbs.ts';

/** What an editor shows of scenario files: the YAML language server, which most of them have, with the schema that is shipped. */

const schema = makeSchema();

const service = getLanguageService({
  schemaRequestService: () => Promise.resolve(JSON.stringify(schema)),
  workspaceContext: { resolveRelativePath: (path) => path },
});

service.configure({
  validate: true,
  completion: true,
  hover: true,
  schemas: [{ uri: 'memory://scenario.schema.json', fileMatch: ['*.yaml'], schema }],
});

let opened = 0;

/** A file with the cursor at the mark. */
const open = (marked: string) => {
  opened += 1;
  const created = TextDocument.create(`file:///scenario-${opened}.yaml`, 'yaml', 1, marked.replace('‸', ''));
  const document = created as Parameters<typeof service.doHover>[0];
  return { document, cursor: document.positionAt(marked.indexOf('‸')) };
};

const complete = async (marked: string): Promise<readonly string[]> => {
  const { document, cursor } = open(marked);
  const { items } = await service.doComplete(document, cursor, false);
  return items.map(({ label }) => label);
};

const explain = async (marked: string): Promise<string> => {
  const { document, cursor } = open(marked);
  const hover = await service.doHover(document, cursor);
  return JSON.stringify(hover?.contents ?? '');
};

const check = async (text: string): Promise<readonly string[]> => {
  const { document } = open(text);
  const problems = await service.doValidation(document, false);
  return problems.map(({ range, message }) => `${range.start.line + 1}:${range.start.character + 1} ${message}`);
};

test.each([
  ['a new line', 'name: x\n‸', ['customer', 'steps', 'expect', 'each', 'include']],
  ['a new step', 'name: x\nsteps:\n  - ‸', ['at', 'after', 'on', 'do', 'fail', 'together', 'then']],
  ['a request', 'name: x\nsteps:\n  - on: ‸', ['createDataQuery', 'notification']],
  ['an event', 'name: x\nsteps:\n  - after: ‸', ['created', 'mailSent']],
  ['a verb', 'name: x\nsteps:\n  - on: createDataQuery\n    do: ‸', doVerbs],
  ['an error', 'name: x\nsteps:\n  - on: createDataQuery\n    fail: ‸', ['integrationTimeout', 'tokenExpired']],
  ['a region', 'name: x\nsteps:\n  - at: 1m\n    do: regionDown\n    region: ‸', ['eu-west-1']],
  ['a filter', 'name: x\nsteps:\n  - on: listDataQueryRecords\n    where:\n      ‸', ['page', 'region']],
  ['what happens together', 'name: x\nsteps:\n  - at: 1m\n    together:\n      - do: ‸', ['holdAccount']],
  ['an assumption', 'name: x\nassumptions:\n  ‸', ['cache.errors']],
  ['what can be assumed', 'name: x\nassumptions:\n  cache.errors: ‸', ['success-only', 'everything']],
  [
    'an expectation',
    'name: x\nexpect:\n  ‸',
    ['requests', 'arrived', 'mails', 'queries', 'rules', 'when', 'unfired', 'example'],
  ],
  ['a count', 'name: x\nexpect:\n  requests:\n    ‸', ['createDataQuery', 'notification']],
  ['a rule', 'name: x\nexpect:\n  rules:\n    ‸', ['C8', 'S1']],
])('%s is completed', async (_, marked, labels) => {
  expect(await complete(marked)).toEqual(expect.arrayContaining([...labels]));
});

test.each([
  ['a field', 'name: x\nse‸ed: 1', 'What everything random is drawn from'],
  ['a moment', 'name: x\nsteps:\n  - o‸n: createDataQuery\n    fail: 503', 'Right before the n-th such exchange'],
  ['a verb', 'name: x\nsteps:\n  - at: 1m\n    do: hold‸Account', 'account is put on hold'],
  [
    'a filter',
    'name: x\nsteps:\n  - on: listDataQueryRecords\n    where: { pa‸ge: 3 }\n    fail: 503',
    'The page of a listing',
  ],
  ['an assumption', 'name: x\nassumptions:\n  cache.er‸rors: everything', 'remembered for five minutes'],
  ['an expectation', 'name: x\nexpect:\n  arri‸ved: 3', 'How many records must arrive, their data and schema whole'],
])('%s is explained', async (_, marked, text) => {
  expect(await explain(marked)).toContain(text);
});

test.each([
  ['name: x\nsteps:\n  - { on: createDataQuery, fail: 503 }\n', []],
  ['name: x\nsteps:\n  - { on: createDataQuery, fial: 503 }\n', ['3:']],
  ['name: x\nsteps:\n  - { on: createDataQuery, do: expireTokn }\n', ['3:']],
  ['nam: x\n', ['1:']],
  ['name: x\nsteps:\n  - { at: 5 minutes, do: holdAccount }\n', ['3:']],
])('%j is marked where it is wrong', async (text, lines) => {
  const problems = await check(text);

  expect(problems.length > 0).toBe(lines.length > 0);
  for (const [index, line] of lines.entries()) expect(problems[index]?.startsWith(line)).toBe(true);
});

test('a word is completed in less than 200 ms, in a scenario of forty steps', async () => {
  const steps = '  - { on: createDataQuery, nth: 2, fail: integrationTimeout, times: 3 }\n'.repeat(40);
  const marked = `name: x\nsteps:\n${steps}  - at: 1m\n    do: ‸`;
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    // Of the processor, since the machine may be busy with something else.
    const began = process.cpuUsage();
    await complete(marked);
    const { user, system } = process.cpuUsage(began);
    times.push((user + system) / 1000);
  }

  expect(Math.min(...times)).toBeLessThan(200);
});
