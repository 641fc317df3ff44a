import { apiNames } from '../../spec/hosts.ts';
import { type Assumptions, checkAssumption, isAssumptionId } from '../../spec/assumptions.ts';
import { limits } from '../../spec/limits.ts';
import { profileNames } from '../../spec/profiles.ts';
import { parseDuration } from '../../spec/time.ts';
import type { ApplicationRow, CustomerRow, LimitChoices } from '../ast.ts';
import { parseSkew } from '../clock-skew.ts';
import { parseCollects, parseSpan } from '../collection-time.ts';
import * as explain from '../explain.ts';
import { durationJson, ifThen, skewJson, spanJson } from '../json-shapes.ts';
import * as v from '../shapes.ts';

const idOfCustomer = v.idText('a customer id');
const idOfApplication = v.idText('an application id');
const nameOfScope = v.idText('a scope');

export const customer = v.exactOptional(idOfCustomer);
export const scope = v.exactOptional(nameOfScope);
export const requiredScope = nameOfScope;
export const application = v.exactOptional(idOfApplication);
export const requiredApplication = idOfApplication;

const ownRecords = v.list(v.plainObject('a record'), 'a list of records', 1);
const fewRecords = v.whole('a number of records', 0, 1_000_000);

export const latency = v.leaf<string>(
  (value) => typeof value === 'string' && parseSpan(value) !== undefined,
  explain.explainSpan,
  spanJson,
);

export const clockSkew = v.leaf<string>(
  (value) => typeof value === 'string' && parseSkew(value) !== undefined,
  explain.explainSkew,
  skewJson,
);

const isLength = (value: unknown): boolean => typeof value === 'string' && parseDuration(value) !== undefined;

export const customerRow: v.Schema<CustomerRow> = v.pipe(
  v.strict('a customer', {
    id: customer,
    scope,
    records: v.exactOptional(
      v.either<NonNullable<CustomerRow['records']>>([fewRecords, ownRecords], (written) =>
        Array.isArray(written) ? ownRecords : fewRecords,
      ),
    ),
    fileSize: v.exactOptional(v.whole('a number of bytes', 1, limits.downloadSize.bytes)),
    schema: v.exactOptional(v.plainObject('a JSON Schema')),
    collects: v.exactOptional(
      v.leaf<string>(
        (value) => typeof value === 'string' && parseCollects(value) !== undefined,
        explain.explainCollects,
        { anyOf: [{ const: 'held' }, spanJson] },
      ),
    ),
    notifiedAfter: v.exactOptional(v.duration),
    consent: v.exactOptional(
      v.leaf<boolean | string>((value) => typeof value === 'boolean' || isLength(value), explain.explainConsent, {
        anyOf: [{ type: 'boolean' }, durationJson],
      }),
    ),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { records, fileSize, schema } = dataset.value;
    const own = typeof records === 'object';
    if (own && fileSize !== undefined) {
      addIssue({ message: explain.sizeOfOwnRecords, path: v.pathTo('key', {}, 'fileSize') });
    }
    if (!own && schema !== undefined) {
      addIssue({ message: explain.schemaWithoutRecords, path: v.pathTo('key', {}, 'schema') });
    }
  }),
  v.told(
    ifThen(
      { properties: { records: { type: 'array' } }, required: ['records'] },
      { not: { required: ['fileSize'] } },
      { not: { required: ['schema'] } },
    ),
  ),
);

/** A list of rows of which no two may be the same; `twinOf` gives what makes a row itself, and says so if there are two. */
const distinct = <Row>(
  row: v.Schema<Row>,
  kind: string,
  twinOf: (row: Row) => { readonly key: string; readonly value: unknown; readonly message: string } | undefined,
): v.Schema<readonly Row[]> =>
  v.pipe(
    v.list(row, kind, 1),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const seen = new Set<string>();
      for (const [index, one] of dataset.value.entries()) {
        const twin = twinOf(one);
        if (twin === undefined) continue;
        const { key, value, message } = twin;
        if (seen.has(key)) {
          addIssue({ message, path: [{ type: 'array', origin: 'value', input: dataset.value, key: index, value }] });
        }
        seen.add(key);
      }
    }),
  );

export const customerRows = distinct(customerRow, 'a list of customers', ({ id, scope: where }) =>
  id === undefined
    ? undefined
    : { key: JSON.stringify([id, where ?? null]), value: id, message: explain.explainTwin(id, where) },
);

const applicationRow: v.Schema<ApplicationRow> = v.strict('an application', {
  id: idOfApplication,
  scopes: v.exactOptional(v.list(nameOfScope, 'a list of scopes', 0)),
  allowlisted: v.exactOptional(v.yesOrNo('an answer to whether it is allowlisted')),
  attached: v.exactOptional(v.list(v.word('an API', apiNames), 'a list of APIs', 0)),
  customers: v.exactOptional(v.list(idOfCustomer, 'a list of customer ids', 0)),
});

export const applicationRows = distinct(applicationRow, 'a list of applications', ({ id }) => ({
  key: id,
  value: id,
  message: explain.explainTwinApplication(id),
}));

const amount = v.exactOptional(v.whole('a limit', 1, 1_000_000_000));
const length = v.exactOptional(v.duration);

export const limitChoices: v.Schema<LimitChoices> = v.strict('the limits', {
  createRate: amount,
  createBurst: amount,
  createOverall: amount,
  listRate: amount,
  listBurst: amount,
  listDaily: amount,
  pageSize: amount,
  answerMemory: length,
  linkLifetime: length,
  listingWindow: length,
});

export const profile = v.word('a profile', profileNames);

export const assumptions = v.pipe(
  v.someFields('a set of assumptions'),
  v.rawTransform<v.Fields, Partial<Assumptions>>(({ dataset: { value: chosen }, addIssue }) => {
    for (const [id, value] of Object.entries(chosen)) {
      if (!isAssumptionId(id))
        addIssue({ message: explain.explainAssumptionId(id), path: v.pathTo('key', chosen, id) });
      else if (checkAssumption(id, value) !== undefined) {
        addIssue({ message: explain.explainAssumption(id, value), path: v.pathTo('value', chosen, id) });
      }
    }
    return { ...chosen };
  }),
  v.toldAs('assumptions'),
);
