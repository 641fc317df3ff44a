import type { Expectation, Follower, Scenario } from './ast.ts';
import { expectation } from './schema/expectation.ts';
import { follower, step, type StepDraft } from './schema/steps.ts';
import { customerRow } from './schema/world.ts';
import { settingFields } from './settings.ts';
import type { Fields } from './data.ts';
import { type Explanation, explanation } from './problem.ts';
import { show } from './show.ts';
import * as v from './shapes.ts';
import { isColumn } from './substitute.ts';

const explainColumn = (key: string): Explanation =>
  explanation(
    `${show(key)} cannot be the name of a column`,
    'write letters, digits and _, as in "status", which "$status" stands for',
  );

const explainVersion = (value: unknown): Explanation =>
  explanation(`${show(value)} is not a version of the language that is known here`, 'write 1, or leave it out');

/** A scenario as far as its text tells; where it was written, the reader adds. */
export type ScenarioDraft = Omit<Scenario, 'source' | 'steps'> & { readonly steps: readonly StepDraft[] };

const name = v.lineOf('a name');
const client = v.lineOf('the path of a module');
/** More would be a program. */
const mostRows = 1000;

/** Values to put in the places of words: one scenario for each row. */
const table = v.pipe(
  v.list(
    v.pipe(
      v.plainObject('a row'),
      v.lookAt((fields, report) => {
        for (const key of Object.keys(fields)) if (!isColumn(key)) report(key, explainColumn(key));
      }),
    ),
    'a table',
    1,
  ),
  v.check((rows) => rows.length <= mostRows, explanation('too many rows', `a table has ${mostRows} at most`)),
);

const path = v.lineOf('the path of a file');

const onlyPath: v.Schema<readonly string[]> = v.pipe(
  path,
  v.transform((only) => [only]),
);

const paths = v.list(path, 'a list of files', 1);

const includes = v.orList<readonly string[]>(onlyPath, paths);

/** Of the language, not of a scenario. */
const version = v.leaf<1>((value) => value === 1, explainVersion, { const: 1 });

const customersTwice = explanation('"customer" and "customers" both describe the customers', 'keep one of them');

export const scenarioSchema = v.pipe(
  v.strict(
    'a scenario',
    {
      name,
      version: v.exactOptional(version),
      // What these say has been done when this is read; they are here for editors, and to be known.
      include: v.exactOptional(includes),
      each: v.exactOptional(table),
      client: v.exactOptional(client),
      ...settingFields,
      customer: v.exactOptional(customerRow),
      steps: v.optional(v.list(step, 'a list of steps', 0), []),
      expect: v.optional(expectation, {}),
    },
    { name: 'what the story is about' },
  ),
  v.consistent((written) =>
    'customer' in written && 'customers' in written ? [{ path: ['customers'], message: customersTwice }] : [],
  ),
  v.forEditors({ not: { required: ['customer', 'customers'] } }),
  v.transform(
    ({
      customer: only,
      customers = [],
      include: _include,
      each: _each,
      version: _version,
      ...rest
    }): ScenarioDraft => ({
      version: 1,
      ...rest,
      customers: only === undefined ? customers : [only],
    }),
  ),
);

export const checkScenario = v.checkWith<ScenarioDraft>(scenarioSchema);
export const checkTable = v.checkWith<readonly Fields[]>(table);
export const checkIncludes = v.checkWith(includes);
export const checkStep = v.checkWith<StepDraft>(step);
export const checkFollower = v.checkWith<Omit<Follower, 'place'>>(follower);
export const checkExpectation = v.checkWith<Expectation>(expectation);
export const checkClient = v.checkWith(client);
export const checkName = v.checkWith(name);
