import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { createJUnitReporter } from '../../src/report/junit.ts';
import { printable } from '../../src/print/printable.ts';
import type { Result } from '../../src/report/result.ts';
import { finding, hostileTexts, request, sample } from './sample.ts';

/** What the schema of Jenkins (junit-10.xsd) allows: the attributes of each element, which of them it must have, and what stands in it. */
const schema: Readonly<
  Record<
    string,
    { readonly must: readonly string[]; readonly may: readonly string[]; readonly holds: readonly string[] }
  >
> = {
  testsuites: { must: [], may: ['name', 'time', 'tests', 'failures', 'errors'], holds: ['testsuite'] },
  testsuite: {
    must: ['name', 'tests', 'failures', 'errors'],
    may: ['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
    holds: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    must: ['name'],
    may: ['time', 'classname', 'group'],
    holds: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { must: [], may: ['type', 'message'], holds: ['#text'] },
  skipped: { must: [], may: ['type', 'message'], holds: ['#text'] },
  'system-out': { must: [], may: [], holds: ['#text'] },
};
const seconds = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
  readonly text: string;
}

const parse = (xml: string): Node => {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    htmlEntities: true,
    ignoreDeclaration: true,
  });
  const read = (item: Readonly<Record<string, unknown>>): Node => {
    const [name = ''] = Object.keys(item).filter((key) => key !== ':@');
    const inside = item[name];
    const children = Array.isArray(inside) ? inside.map(read) : [];
    return {
      name,
      attributes: (item[':@'] ?? {}) as Readonly<Record<string, string>>,
      children: children.filter((child) => child.name !== '#text'),
      text: Array.isArray(inside) ? children.map((child) => child.text).join('') : String(inside),
    };
  };
  const roots = (parser.parse(xml) as Readonly<Record<string, unknown>>[])
    .map(read)
    .filter(({ name }) => name !== '#text');
  expect(roots).toHaveLength(1);
  return roots[0] ?? { name: '', attributes: {}, children: [], text: '' };
};

const breaches = ({ name, attributes, children }: Node): readonly string[] => {
  const row = schema[name];
  if (row === undefined) return [`<${name}> is no element`];
  const given = Object.keys(attributes);
  return [
    ...row.must.filter((one) => !given.includes(one)).map((one) => `<${name}> lacks ${one}`),
    ...given.filter((one) => ![...row.must, ...row.may].includes(one)).map((one) => `<${name}> has ${one}`),
    ...children.filter((child) => !row.holds.includes(child.name)).map((child) => `<${child.name}> in <${name}>`),
    ...(attributes['time'] !== undefined && !seconds.test(attributes['time']) ? [`time="${attributes['time']}"`] : []),
    ...children.flatMap(breaches),
  ];
};

const write = (results: readonly Result[]): string => createJUnitReporter().end({ results, planned: results.length });

test('it is a suite for each file and a case for each scenario, as the schema has them, with counts and real seconds', () => {
  const results = [
    sample(),
    sample({ name: 'other', findings: [finding()], entries: [request(0, 1, 'createDataQuery')] }),
    sample({ source: 'other.yaml' }),
  ];

  const root = parse(write(results));

  expect(breaches(root)).toEqual([]);
  expect(root.attributes).toEqual({ name: 'stunt-double', tests: '3', failures: '1', errors: '0', time: '3.750' });
  expect(root.children.map(({ attributes: { name, tests, failures, time } }) => [name, tests, failures, time])).toEqual(
    [
      ['scenarios/plain.yaml', '2', '1', '2.500'],
      ['other.yaml', '1', '0', '1.250'],
    ],
  );
  const [kept, broken] = root.children[0]?.children ?? [];
  expect(kept).toMatchObject({ attributes: { name: 'plain import', classname: 'scenarios/plain.yaml' }, children: [] });
  expect(broken?.children.map(({ name }) => name)).toEqual(['failure', 'system-out']);
  expect(broken?.children[0]?.attributes).toEqual({ message: 'expected: result.records is 600', type: 'expected' });
  expect(broken?.children[0]?.text).toContain(
    'found: 599\n  at scenarios/plain.yaml:7:5\nreplay: npx stunt-double run',
  );
  expect(broken?.children[1]?.text).toContain('#1 createDataQuery');
});

test('a run of nothing is a document, too', () => {
  const root = parse(write([]));

  expect(breaches(root)).toEqual([]);
  expect(root.children).toEqual([]);
});

/** What XML cannot hold at all is replaced; all else comes out of a parser as it went in. */
const readable = (text: string): string => printable(text).replace(/[\uFFFE\uFFFF]/g, '\uFFFD');

test.each(hostileTexts)('%j comes through as text', (text) => {
  const result = sample({ name: text, source: text, findings: [finding({ claim: text, found: text })], replay: text });

  const root = parse(write([result]));

  expect(breaches(root)).toEqual([]);
  const [suite] = root.children;
  const [scenario] = suite?.children ?? [];
  expect(suite?.attributes['name']).toBe(readable(text));
  expect(scenario?.attributes['name']).toBe(readable(text));
  expect(scenario?.children[0]?.attributes['message']).toBe(`expected: ${readable(text)}`);
  expect(scenario?.children[0]?.text).toContain(readable(text));
});

test('no character stays that XML 1.0 does not know', () => {
  const xml = write(hostileTexts.map((name) => sample({ name, findings: [finding({ found: name })] })));

  // A parser would make a blank of each newline that stands in an attribute as it is.
  expect(xml).not.toMatch(/="[^"]*[\n\t][^"]*"/);
  expect(xml).toMatch(/^(?:[\t\n\u0020-\uD7FF\uE000-\uFFFD]|[\u{10000}-\u{10FFFF}])+$/u);
});
