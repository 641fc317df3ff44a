import { apiNames } from '../../spec/hosts.ts';
import { suggest } from '../../nearest.ts';
import {
  type AssumptionId,
  assumptionIds,
  assumptionRow,
  type Assumptions,
  checkAssumption,
  isAssumptionId,
} from '../../spec/assumptions.ts';
import { showVariant } from '../../spec/assumptions/variant.ts';
import { limits } from '../../spec/limits.ts';
import { profileNames } from '../../spec/profiles.ts';
import { parseDuration } from '../../spec/time.ts';
import type { ApplicationRow, CustomerRow, LimitChoices } from '../ast.ts';
import {
  explainDuration,
  explainCollects,
  explainSkew,
  explainSpan,
  parseCollects,
  parseSkew,
  parseSpan,
} from '../spans.ts';
import { durationJson, ifThen, skewJson, spanJson } from '../json-shapes.ts';
import { type Explanation, explanation } from '../problem.ts';
import { show } from '../show.ts';
import { settableLimits } from '../words.ts';
import * as v from '../shapes.ts';

const explainConsent = (value: unknown): Explanation =>
  typeof value === 'string' && /^\s*\d/.test(value)
    ? explainDuration(value)
    : explanation(`${show(value)} is no consent`, 'write true, false, or how long it lasts, such as "1h"');

const explainAssumptionId = (id: string): Explanation =>
  explanation(`${show(id)} is not an assumption`, suggest(id, assumptionIds));

const explainAssumption = (id: AssumptionId, value: unknown): Explanation => {
  const { variants } = assumptionRow(id);
  const words = variants.filter((variant) => typeof variant === 'string');
  const hint = suggest(value, words, `it can be ${variants.map(showVariant).join(' or ')}`);
  return explanation(`${id} cannot be ${show(value)}`, hint);
};

const idOfCustomer = v.idText('a customer id');
const idOfApplication = v.idText('an application id');
const nameOfScope = v.idText('a scope');

export const customer = v.exactOptional(idOfCustomer);
export const scope = v.exactOptional(nameOfScope);
export const application = v.exactOptional(idOfApplication);

const ownRecords = v.list(v.plainObject('a record'), 'a list of records', 1);
const fewRecords = v.whole('a number of records', 0, 1_000_000);

export const latency = v.spelled(parseSpan, explainSpan, spanJson);

export const clockSkew = v.spelled(parseSkew, explainSkew, skewJson);

const isLength = (value: unknown): boolean => typeof value === 'string' && parseDuration(value) !== undefined;

const filesOfOwnRecords = explanation(
  'the files of your own records are as large as they are',
  'remove "fileSize", or write a number of records',
);

const schemaOfNothing = explanation(
  'a schema without records of your own',
  'remove "schema", or write the records it describes as a list',
);

export const customerRow: v.Schema<CustomerRow> = v.pipe(
  v.strict('a customer', {
    id: customer,
    scope,
    records: v.exactOptional(v.orList<NonNullable<CustomerRow['records']>>(fewRecords, ownRecords)),
    fileSize: v.exactOptional(v.whole('a number of bytes', 1, limits.downloadSize.bytes)),
    schema: v.exactOptional(v.plainObject('a JSON Schema')),
    collects: v.exactOptional(v.spelled(parseCollects, explainCollects, { anyOf: [{ const: 'held' }, spanJson] })),
    notifiedAfter: v.exactOptional(v.duration),
    consent: v.exactOptional(
      v.leaf<boolean | string>((value) => typeof value === 'boolean' || isLength(value), explainConsent, {
        anyOf: [{ type: 'boolean' }, durationJson],
      }),
    ),
  }),
  v.consistent(({ records, fileSize, schema }) => [
    ...(typeof records === 'object' && fileSize !== undefined
      ? [{ path: ['fileSize'], message: filesOfOwnRecords }]
      : []),
    ...(typeof records !== 'object' && schema !== undefined ? [{ path: ['schema'], message: schemaOfNothing }] : []),
  ]),
  v.forEditors(
    ifThen(
      { properties: { records: { type: 'array' } }, required: ['records'] },
      { not: { required: ['fileSize'] } },
      { not: { required: ['schema'] } },
    ),
  ),
);

/** A list of rows of which no two may have the same key, whatever else is wrong with them. `value` is what tells a twin. */
const distinct = <Row>(
  row: v.Schema<Row>,
  kind: string,
  twinOf: (
    row: v.Fields,
  ) => { readonly key: string; readonly value: unknown; readonly message: Explanation } | undefined,
): v.Schema<readonly Row[]> =>
  v.pipe(
    v.list(row, kind, 1),
    v.rawCheck(({ dataset: { value }, addIssue }) => {
      const rows: readonly unknown[] = Array.isArray(value) ? value : [];
      const seen = new Set<string>();
      for (const [index, one] of rows.entries()) {
        const twin = v.isFields(one) ? twinOf(one) : undefined;
        if (twin === undefined) continue;
        if (seen.has(twin.key)) addIssue(v.issue(twin.message, v.pathToItem(rows, index, twin.value)));
        seen.add(twin.key);
      }
    }),
  );

export const customerRows = distinct(customerRow, 'a list of customers', ({ id, scope: where }) => {
  if (typeof id !== 'string') return undefined;
  const which = where === undefined ? 'without a scope' : `for the scope ${show(where)}`;
  return {
    key: JSON.stringify([id, where ?? null]),
    value: id,
    message: explanation(`customer "${id}" is described twice ${which}`, 'keep one row for each scope of a customer'),
  };
});

const applicationRow: v.Schema<ApplicationRow> = v.strict('an application', {
  id: idOfApplication,
  scopes: v.exactOptional(v.list(nameOfScope, 'a list of scopes', 0)),
  allowlisted: v.exactOptional(v.yesOrNo('an answer to whether it is allowlisted')),
  attached: v.exactOptional(v.list(v.word('an API', apiNames), 'a list of APIs', 0)),
  customers: v.exactOptional(v.list(idOfCustomer, 'a list of customer ids', 0)),
});

export const applicationRows = distinct(applicationRow, 'a list of applications', ({ id }) =>
  typeof id !== 'string'
    ? undefined
    : {
        key: id,
        value: id,
        message: explanation(`application "${id}" is described twice`, 'give each application an id of its own'),
      },
);

const settable = Object.fromEntries(
  settableLimits.map((name) => [
    name,
    v.exactOptional(limits[name].kind === 'time' ? v.duration : v.whole('a limit', 1, 1_000_000_000)),
  ]),
);

/** Numbers where the limit is one, lengths of time where it is that. */
export const limitChoices = v.strict('the limits', settable) as unknown as v.Schema<LimitChoices>;

export const profile = v.word('a profile', profileNames);

export const assumptions = v.pipe(
  v.someFields('a set of assumptions'),
  v.rawTransform<v.Fields, Partial<Assumptions>>(({ dataset: { value: chosen }, addIssue }) => {
    for (const [id, value] of Object.entries(chosen)) {
      if (!isAssumptionId(id)) addIssue(v.issue(explainAssumptionId(id), v.pathTo('key', chosen, id)));
      else if (checkAssumption(id, value) !== undefined) {
        addIssue(v.issue(explainAssumption(id, value), v.pathTo('value', chosen, id)));
      }
    }
    return { ...chosen };
  }),
  v.definedAs('assumptions'),
);
