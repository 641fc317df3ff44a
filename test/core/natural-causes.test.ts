import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refusalNames } from '../../src/spec/refusals.ts';
import { readTables } from '../spec/markdown.ts';
import { naturalCauses } from './natural-causes.ts';
import { type Answer, hosts, tell } from './world.ts';

const readPage = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

/** The rows of a table of docs/interfaces.md, by their name. */
const rowsOf = (section: string, ...columns: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const found = readTables(readPage('interfaces.md')).filter(
    (table) => table.section === section && table.columns.join() === ['Name', ...columns].join(),
  );
  return new Map(found.flatMap((table) => table.rows).map(([name = '', ...cells]) => [name, cells]));
};

const ofC = rowsOf('Errors, interface C', 'HTTP', 'category', 'type', 'message', 'When');
const ofB = rowsOf('Errors, interface B', 'error', 'error_description', 'When');
const ofA = rowsOf('Errors, interface A', 'HTTP', 'When');

/** What the document says about a refusal, and what an answer says, in the same words. The statuses of B are open. */
const wanted = (row: string): readonly unknown[] =>
  ofC.get(row)?.slice(0, 4) ??
  ofB
    .get(row)
    ?.slice(0, 2)
    .toSpliced(0, 0, row === 'invalidClient' ? '401' : '400') ??
  ofA.get(row)?.slice(0, 1) ?? ['not in the document'];

const told = (row: string, { status, body }: Answer): readonly unknown[] => {
  if (ofC.has(row)) return [String(status), body.category, body.type, body.message];
  return ofB.has(row) ? [String(status), body.error, body.error_description] : [String(status)];
};

/** An operation that is asked for in the right way, or at least at its own address. */
const askFor = (story: ReturnType<typeof tell>, operation: string): Answer => {
  if (operation === 'sendEmail') return story.sendEmail({});
  if (operation === 'requestToken') return story.form({ grant_type: 'client_credentials' });
  const method = operation === 'createDataQuery' ? 'POST' : 'GET';
  const rest = operation === 'createDataQuery' ? '' : '/00000000-0000-4000-8000-000000000000/records';
  return story.ask(`${hosts.regions['us-west-2']}/orders/data-queries${rest}`, { method });
};

test('all refusals of the document are here, in its order', () => {
  const names = [...ofC.keys(), ...ofB.keys(), ...ofA.keys()];

  expect([...new Set(naturalCauses.map(({ row }) => row))]).toEqual(names);
  expect(refusalNames.toSorted()).toEqual(names.toSorted());
});

test('the rows that name several causes have each of them here', () => {
  const causesOf = (name: string): string[] =>
    naturalCauses.filter(({ row }) => row === name).map(({ cause }) => cause);

  // "Security profile id, customer id or scope id is invalid; query not created for the given scope id"
  expect(causesOf('invalidParameters')).toEqual([
    expect.stringContaining('another scope id'),
    expect.stringContaining('customer id'),
    expect.stringContaining('security profile id'),
    expect.stringContaining('scope id'),
  ]);
  // "A mandatory parameter missing"
  expect(causesOf('missingParameter')).toEqual([
    expect.stringContaining('scope id'),
    expect.stringContaining('query id'),
  ]);
});

describe.each(naturalCauses)('$row', ({ row, operation, cause, saw, play }) => {
  test(`by itself: ${cause}`, () => {
    const answer = play();

    expect(told(row, answer)).toEqual(wanted(row));
    expect(answer).toMatchObject({ row, saw: expect.stringContaining(saw) });
    if (ofC.has(row)) expect(Object.keys(answer.body)).toEqual(['category', 'type', 'message']);
    expect(cause).toMatch(/^\S.+\.$/);
  });

  test('injected by its name: the same answer', () => {
    const story = tell();
    story.act({ do: 'fail', operation, failure: { kind: 'row', row }, times: 1 });

    const injected = askFor(story, operation);

    expect(told(row, injected)).toEqual(wanted(row));
    expect(injected.row).toBe(row);
    expect(injected.headers).toEqual({ 'content-type': 'application/json' });
    expect(story.world.faults).toEqual([]);
  });
});
