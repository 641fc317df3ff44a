import { stops } from './result.ts';

const text = (description: string) => ({ type: 'string', description }) as const;
const whole = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;

/** An object that has all of its fields, and no others. */
const object = (
  description: string,
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
) => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const failures = (description: string) => ({
  type: 'array',
  description,
  items: object(
    'An expectation that was not met, or a rule that was not kept.',
    {
      kind: { enum: ['expected', 'broken'], description: 'An expectation of the scenario, or a rule.' },
      rule: text('The id of the rule, where it is one.'),
      claim: text('What should have been, in one sentence.'),
      found: { type: 'array', items: { type: 'string' }, description: 'What was found instead.' },
      place: text('file:line:col of the expectation, or the section of the interface document.'),
    },
    ['rule'],
  ),
});

const assumed = {
  type: 'array',
  items: { type: 'string' },
  uniqueItems: true,
  description: 'Open points of the interfaces that decided something.',
} as const;

const thrown = object(
  'The error that the client ended with. Absent where it was stopped.',
  {
    type: text('The name of the error; of what is no error, its type.'),
    message: text('What it says.'),
    code: text('What Node or the HTTP library calls it.'),
    frames: {
      type: 'array',
      description: 'The innermost places in the code of the client.',
      items: object(
        'A place in the code.',
        {
          name: text('The function, where it has a name.'),
          file: text('The path of the file.'),
          line: whole('Counted from 1.'),
          column: whole('Counted from 1.'),
        },
        ['name'],
      ),
    },
    cause: { $ref: '#/$defs/thrown' },
  },
  ['code', 'cause'],
);

/** What `--reporter json` writes. Fields are added to it; those that are there keep their meaning within a version. */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of stunt-double',
  ...object(
    'What became of the scenarios of one run.',
    {
      version: { const: 1, description: 'The version of this format.' },
      writtenBy: text('Name and version of the program.'),
      planned: whole('How many scenarios were to be run.'),
      passed: whole('How many were kept.'),
      failed: whole('How many were broken.'),
      stopped: { enum: Object.keys(stops), description: 'Why not all of them were run.' },
      notRun: {
        type: 'array',
        description: 'Those that were not run.',
        items: object('One scenario.', { name: text('What it is about.'), source: text('The file it was read from.') }),
      },
      virtual: whole('Milliseconds of virtual time.'),
      real: whole('Milliseconds of real time.'),
      assumed,
      scenarios: {
        type: 'array',
        description: 'In the order in which they were run.',
        items: object(
          'One scenario.',
          {
            name: text('What the scenario is about.'),
            source: text('The file it was read from.'),
            verdict: { enum: ['kept', 'broken'], description: 'Whether all that was expected was found.' },
            client: object(
              'How the client ended.',
              {
                outcome: { enum: ['succeeded', 'failed'], description: 'Whether its promise was fulfilled.' },
                error: text('What its error says.'),
                thrown: { $ref: '#/$defs/thrown' },
              },
              ['error', 'thrown'],
            ),
            seed: whole('What everything random was drawn from.'),
            virtual: whole('Milliseconds of virtual time.'),
            real: whole('Milliseconds of real time.'),
            failures: failures('What broke it; empty when it was kept.'),
            warnings: failures('What did not break it.'),
            assumed,
            replay: text('The command that runs it again.'),
            token: text('The scenario and its seed in one word, for "stunt-double replay". Only of broken scenarios.'),
            trace: {
              type: 'array',
              items: { type: 'string' },
              description: 'What happened, a line each. Only of broken scenarios.',
            },
          },
          ['token', 'trace'],
        ),
      },
    },
    ['stopped', 'notRun'],
  ),
  $defs: { thrown },
} as const;
