import { eventNames } from '../../src/core/event.ts';
import {
  eventFilters,
  exchangeFilters,
  exchangeNames,
  group,
  groupKey,
  sequenceKey,
} from '../../src/language/words.ts';
import { doVerbs, fieldsWritten, keyVerbs, rowOf } from '../../src/language/verbs.ts';
import * as docs from '../schema/field-docs.ts';
import { fieldUses } from '../schema/steps.ts';
import { examples } from './scenario-examples.ts';

/** docs/scenarios.md: the language of scenario files, from the tables that the reader goes by. */

type Docs = Readonly<Record<string, string>>;

const cell = (text: string): string => text.replaceAll('|', '\\|');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const fieldTable = (fields: Docs): string =>
  table(
    ['field', 'what it is for'],
    Object.entries(fields).map(([name, text]) => [`\`${name}\``, text]),
  );

const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

const verbTable = (): string =>
  table(
    ['`do:`', 'what happens', 'with'],
    doVerbs.map((verb) => [`\`${verb}\``, rowOf(verb).does, code(fieldsWritten(verb))]),
  );

const keyTable = (): string =>
  table(
    ['key', 'what happens', 'with'],
    [
      ...keyVerbs.map((verb) => [
        `\`${verb}:\``,
        rowOf(verb).does,
        code(fieldsWritten(verb).filter((field) => field !== verb)),
      ]),
      [`\`${groupKey}:\``, group.does, ''],
    ],
  );

const filterTable = (): string =>
  table(
    ['waited for', 'what `where` can ask'],
    [
      ...exchangeNames.map((name) => [`\`on: ${name}\``, code(exchangeFilters[name]) || 'nothing']),
      ...eventNames.map((name) => [`\`after: ${name}\``, code(eventFilters[name]) || 'nothing']),
    ],
  );

/** A field that is not for the same everywhere has a row for each of what it is for, which says where. */
const useTable = (): string =>
  table(
    ['field', 'what it is for'],
    fieldUses
      .toSorted((one, other) => placeOf(one.name) - placeOf(other.name))
      .map(({ name, what, verbs }) => {
        const isOne = fieldUses.filter((use) => use.name === name).length === 1;
        return [isOne ? code([name]) : `${code([name])} of ${code(verbs)}`, what];
      }),
  );

const placeOf = (name: string): number => fieldUses.findIndex((use) => use.name === name);

const moments: Docs = Object.fromEntries(
  Object.entries(docs.triggerDocs).filter(([name]) => !['where', 'chance', 'nth', sequenceKey].includes(name)),
);

const yaml = (text: string): string => `\`\`\`yaml\n${text}\`\`\``;
const typescript = (text: string): string => `\`\`\`ts\n${text}\`\`\``;

export const renderScenarios =
  (): string => `<!-- Written by scripts/generate-docs.ts from the tables of src/language. Change them or scripts/docs/scenarios-page.ts, then run: npx tsx scripts/generate-docs.ts -->

# The language of scenarios

A scenario is what a client is run through: a world, steps, and what must come of it. It is a file of YAML or JSON, or built in
TypeScript; all of them are the same plain data, checked by the same schema. What a module
exports is what \`.build()\` gives: the fields of a file are read from files alone.

${yaml(examples.whole)}

## The file

${fieldTable(docs.scenarioDocs)}

A customer, and an application:

${fieldTable(docs.customerDocs)}

${fieldTable(docs.applicationDocs)}

Lengths of time are text with units, from the largest to the smallest: \`500ms\`, \`1.5s\`, \`10m\`, \`1h30m\`, \`2d\`.

## When

A step says when it happens in one of these ways.

${fieldTable(moments)}

A step at a time comes before what the client does once it has slept until then. At \`0s\` the client has not slept: what it sends
at its very start comes before the step. To hit that too, name the request: \`{ on: createDataQuery, fail: 503, for: 1h }\` hits the
first and all that follow; in a test, \`sim.now\` acts before the client begins. What is due in the very instant in which a run ends
happens before it is over.

Which one of several, and whether it counts at all:

${fieldTable({ nth: docs.triggerDocs.nth, where: docs.triggerDocs.where, chance: docs.triggerDocs.chance })}

What does not match \`where\`, and what has no luck, is not counted. Luck is drawn from the seed: with the same seed it is the
same requests that have it.

${yaml(examples.moments)}

${filterTable()}

${fieldTable(docs.whereDocs)}

## What

${verbTable()}

${keyTable()}

Names of errors stand in [refusals.md](refusals.md), faults in [faults.md](faults.md).

${useTable()}

A fault hits the next request, or as many as \`times\` says. With \`for\` it hits all that come while it lasts, up to its end and
not into it; with both, whichever ends first. It hits what the step waits for, with the same \`where\` and \`chance\`, unless
\`operation\` names something else.

${yaml(examples.faults)}

## Several things

\`together:\` is a list of what happens at one moment. \`${sequenceKey}:\` is a list of steps that follow, each waited for from the moment in
which the one before has happened: \`wait: 5m\`, or \`on\` and \`after\`, which count from there.

${yaml(examples.compound)}

## What must come of it

${fieldTable(docs.expectationDocs)}

A count is a number, or a range: \`1..3\`, \`2..\`, \`..3\`. A time is one (\`10m\`), or bounded: \`1s..5s\`, \`1s..\`, \`..5s\`; both ends are
within.

${yaml(examples.expectations)}

Whatever is expected, every step has to happen and every fault to hit something: a scenario that did not happen proves nothing,
and where \`unfired\` lets it pass, a warning says so.
What \`chance\` spared counts as done.

## Tables and parts

\`each:\` makes a scenario of each row. \`$column\` is put wherever it stands, in values and in keys; alone it keeps its type,
within a text it becomes part of it, and \`$$\` is the sign itself.

${yaml(examples.table)}

\`include:\` takes what another file says first. It lies in the folder of the scenario or below, whatever links lead there.
Files and folders whose name begins with \`_\` are parts, and no scenarios of their own: folders and patterns pass them by.

${yaml(examples.include)}

## In TypeScript

Every field is a call, and every verb a method; words complete in the editor, and wrong ones do not compile.

${typescript(examples.typescript)}

\`printScenario(scenario, 'yaml')\` writes it as a file, \`'typescript'\` as a module; read again, it is the same.

## In your tests

${typescript(examples.tests)}

\`describeScenarios\` takes files and folders, and \`test\` of vitest, Jest or \`node:test\`.

## In the editor

\`scenario.schema.json\` in the package completes and explains every word. With the YAML language server, which most editors
have, a comment in the first line is enough:

\`\`\`yaml
# yaml-language-server: $schema=../node_modules/stunt-double/scenario.schema.json
\`\`\`

## When something is wrong

All mistakes of a file are reported at once, each with its place and the nearest right word:

\`\`\`
${examples.mistake.trimEnd()}
\`\`\`

Customers, scopes and applications that its world does not have are looked up before anything is played, in all scenarios that
\`run\` is given.
`;
