import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderScenarios } from '../../scripts/docs/scenarios-page.ts';
import { makeSchema } from '../../scripts/schema/make-schema.ts';
import { renderVerbs } from '../../scripts/verbs/render-verbs.ts';
import { allTopics } from '../../src/cli/topics/all-topics.ts';
import { printScenario, readScenario, scenario, simulate } from '../../src/index.ts';
import { describeStep } from '../../src/language/describe-step.ts';
import { namesOfVerbs, rowOf } from '../../src/language/verbs.ts';

/** What follows from the table of verbs, for each of them: no place may be forgotten. */

const root = resolve(import.meta.dirname, '../..');
const calls = readFileSync(join(root, 'src/language/step-verbs.ts'), 'utf8');
const isValid = new Ajv({ strict: false }).compile(makeSchema());

const format = (text: string): string =>
  execFileSync('npx', ['biome', 'format', '--stdin-file-path=step-verbs.ts'], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });

test('src/language/step-verbs.ts is fresh, or else: npx tsx scripts/generate-verbs.ts', () => {
  expect(calls).toBe(format(renderVerbs()));
});

const textOf = (example: string): string => `name: x\nsteps:\n  - ${example}\n`;

describe.each(namesOfVerbs.map((verb) => [verb, rowOf(verb)] as const))('%s', (verb, { example, does }) => {
  const told = readScenario(textOf(example), 'x.yaml');
  const [step] = told.steps;

  test('its example is a step that does it', () => {
    expect(step?.action).toMatchObject({ do: verb });
  });

  test('it is printed as a file and as a module, and read again it is the same', () => {
    const [again] = readScenario(printScenario(told, 'yaml'), 'x.yaml').steps;

    expect(again?.action).toEqual(step?.action);
    expect(printScenario(told, 'typescript')).toContain(`.${verb}(`);
  });

  test('its call is a method of the builder, explained where it stands', () => {
    expect(scenario('x').at('1s')).toHaveProperty(verb, expect.any(Function));
    expect(
      calls
        .slice(0, calls.indexOf(`readonly ${verb}: `))
        .split('/**')
        .at(-1),
    ).toContain(does);
  });

  test('a report, "list", the page and the schema for editors know it', () => {
    expect(step && describeStep(step)).toMatch(/: \w+/);
    expect(allTopics.actions.map(({ name }) => name)).toContain(verb);
    expect(renderScenarios()).toContain(does);
    expect(isValid(parse(textOf(example), { schema: 'core' }))).toBe(true);
  });

  test('the service is told: whom it names is found, and it happens', async () => {
    await using sim = await simulate({ unfired: 'ignore' });
    if (step === undefined) throw new Error('no step');

    const { trigger: _, ...rest } = step;
    sim.add({ ...rest, trigger: { kind: 'at', time: '1s' }, action: withTarget(step.action) });
    await sim.elapse('2s');

    const done = sim.trace.entries.map((entry) => (entry.kind === 'action' ? entry.action.do : entry.kind));
    expect(done).toContain(verb === 'elapse' ? 'slept' : verb);
  });
});

/** At a time a fault has to say what it hits. */
const withTarget = (action: ReturnType<typeof readScenario>['steps'][number]['action']) =>
  action.do === 'fail' || action.do === 'fault' ? { ...action, operation: 'listDataQueryRecords' as const } : action;
