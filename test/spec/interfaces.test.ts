import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { assumptionIds } from '../../src/spec/assumptions.ts';
import { emailErrors } from '../../src/spec/email-errors.ts';
import { errorNames, errorSection, errors } from '../../src/spec/errors.ts';
import { type FieldRow, finalStatuses, type ResourceRow, resources } from '../../src/spec/fields.ts';
import { type LimitRow, limitNames, limits } from '../../src/spec/limits.ts';
import { namesOf } from '../../src/spec/names-of.ts';
import { notification, notificationSection, versions } from '../../src/spec/notification.ts';
import { regionNames, regionSection, regions } from '../../src/spec/regions.ts';
import { retryRules, retrySection, retryStatuses, retryWaits } from '../../src/spec/retry.ts';
import { type OperationRow, operationNames, operations } from '../../src/spec/routes.ts';
import { storeFamilies, storeScopes } from '../../src/spec/scopes.ts';
import { type Section, sections } from '../../src/spec/sections.ts';
import { invalidGrant, storeRefusal, tokenErrorSection, tokenErrors } from '../../src/spec/token-errors.ts';
import { queryStates, queryTriggers, transition, transitionSection } from '../../src/spec/transitions.ts';
import { type MarkdownTable, readSections, readTables } from './markdown.ts';

const page = readFileSync(new URL('../../docs/interfaces.md', import.meta.url), 'utf8');

type Cell = string | number | boolean | undefined;

const showCell = (cell: Cell): string => (typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell ?? ''));

const tableOf = (
  section: Section,
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): MarkdownTable => ({ section, heading, columns, rows: rows.map((row) => row.map(showCell)) });

const resourceTable = (name: string, { encoding, fields, section }: ResourceRow): MarkdownTable => {
  const hasPlaces = encoding === 'parameters';
  const columns = ['Field', ...(hasPlaces ? ['In'] : []), 'Type', 'Required', ...(hasPlaces ? ['Default'] : [])];
  const rows = Object.entries(fields).map(([field, row]: [string, FieldRow]) => [
    field,
    ...(hasPlaces ? [row.in] : []),
    row.type,
    row.required ?? 'not shown',
    ...(hasPlaces ? [row.default === '' ? 'empty' : row.default] : []),
    row.meaning,
  ]);
  return tableOf(section, `${name} (${encoding})`, [...columns, 'Meaning'], rows);
};

const operationTable = (section: Section): MarkdownTable => {
  const named = operationNames.map((name): [string, OperationRow] => [name, operations[name]]);
  const columns = ['Operation', 'Address', 'Method', 'Path', 'Success', 'Path shown', 'Also called'];
  const rows = named
    .filter(([, row]) => row.section === section)
    .map(([name, row]) => [name, row.host, row.method, row.path, row.success ?? 'open', row.pathShown, row.alias]);
  return tableOf(section, '', columns, rows);
};

const showLimit = (row: LimitRow): string => {
  if (row.kind === 'rate') return `${row.value} in ${row.within}`;
  return row.kind === 'range' ? `${row.least} to ${row.value}, usually ${row.usual}` : String(row.value);
};

const limitTable = (section: Section): MarkdownTable => {
  const named = limitNames.map((name): [string, LimitRow] => [name, limits[name]]);
  const rows = named
    .filter(([, row]) => row.section === section)
    .map(([name, row]) => [name, row.kind, showLimit(row), row.unit, row.appliesTo, row.refusal]);
  return tableOf(section, '', ['Limit', 'Kind', 'Value', 'Unit', 'Applies to', 'Over it'], rows);
};

const notificationFacts = [
  ['Method', notification.method],
  ['Subject', notification.subject],
  ['Version', notification.version],
  ['Supported versions', notification.supportedVersions.join(', ')],
  ['Path suffix', notification.pathSuffix],
];

/** Every table of src/spec, the way the page would print it. */
const tablesOfData: readonly MarkdownTable[] = [
  ...namesOf(resources).map((name) => resourceTable(name, resources[name])),
  tableOf(
    'Resources and their fields, interface B',
    'TokenRequest (form)',
    ['API family', 'Scope'],
    storeFamilies.map((family) => [family, storeScopes[family]]),
  ),
  tableOf(
    'Resources and their fields, interface C',
    'DataQueryStatus',
    ['Status', 'Meaning'],
    namesOf(finalStatuses).map((status) => [status, finalStatuses[status]]),
  ),
  tableOf(
    transitionSection,
    '',
    ['State', 'Trigger', 'Next', 'Answer', 'Starts a query', 'Notifies'],
    queryStates.flatMap((state) =>
      queryTriggers.map((trigger) => {
        const { answer, next, notifies, starts } = transition(state, trigger);
        return [state, trigger, next, answer, starts, notifies];
      }),
    ),
  ),
  operationTable('Endpoints, interface A'),
  operationTable('Endpoints, interface B'),
  operationTable('Endpoints, interface C'),
  tableOf(
    regionSection,
    'Regions',
    ['Region', 'Place'],
    regionNames.map((name) => [name, regions[name].place]),
  ),
  tableOf(notificationSection, '', ['Fact', 'Value'], notificationFacts),
  tableOf(
    emailErrors.badRequest.section,
    '',
    ['Name', 'HTTP', 'When'],
    namesOf(emailErrors).map((name) => [name, emailErrors[name].status, emailErrors[name].when]),
  ),
  tableOf(
    tokenErrorSection,
    '',
    ['Name', 'error', 'error_description', 'When'],
    namesOf(tokenErrors).map((name) => {
      const { description, error, when } = tokenErrors[name];
      return [name, error, description, when];
    }),
  ),
  tableOf(
    storeRefusal.section,
    '',
    ['Name', 'HTTP', 'message'],
    [['storeNotAuthorized', storeRefusal.status, storeRefusal.message]],
  ),
  tableOf(
    tokenErrorSection,
    '',
    ['Name', 'HTTP', 'error', 'error_description', 'When'],
    [['invalidGrant', invalidGrant.status, invalidGrant.error, invalidGrant.description, invalidGrant.when]],
  ),
  tableOf(
    errorSection,
    '',
    ['Name', 'HTTP', 'category', 'type', 'message', 'When'],
    errorNames.map((name) => {
      const { category, message, status, type, when } = errors[name];
      return [name, status, category, type, message, when];
    }),
  ),
  tableOf(
    retrySection,
    'Retries',
    ['Retry', 'Wait'],
    retryWaits.map((wait, index) => [index + 1, wait]),
  ),
  tableOf(
    retrySection,
    'Retries',
    ['Retried status'],
    retryStatuses.map((status) => [status]),
  ),
  tableOf(
    retrySection,
    'Retries',
    ['Rule', 'Meaning'],
    namesOf(retryRules).map((rule) => [rule, retryRules[rule]]),
  ),
  limitTable('Limits, interface B'),
  limitTable('Limits, interface C'),
  tableOf(
    'Versioning',
    '',
    ['Version of', 'Version'],
    namesOf(versions).map((name) => [name, versions[name]]),
  ),
];

const keyOf = ({ columns, heading, section }: MarkdownTable): string =>
  `${section} > ${heading} > ${columns.join(', ')}`;

const tablesOfPage = readTables(page);

const isKnownAssumption = (id: string): boolean =>
  assumptionIds.some((known) => known === id || (id.endsWith('.*') && known.startsWith(id.slice(0, -1))));

describe('docs/interfaces.md and src/spec say the same', () => {
  test.each(tablesOfData.map((table) => ({ key: keyOf(table), table })))('$key', ({ key, table }) => {
    const found = tablesOfPage.filter((candidate) => keyOf(candidate) === key);

    expect(found).toEqual([table]);
  });

  test('no table of the page goes uncompared', () => {
    expect(tablesOfPage.map(keyOf).toSorted()).toEqual(tablesOfData.map(keyOf).toSorted());
  });

  test('the page has every section that rows point to, in order, and no other', () => {
    expect(readSections(page)).toEqual(sections);
  });

  test('every assumption the page names is in the ledger', () => {
    const named = [...page.matchAll(/`([a-z]+\.(?:[A-Za-z]+|\*))`/g)].map(([, id = '']) => id);

    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((id) => !isKnownAssumption(id))).toEqual([]);
  });
});
