import { expect, test } from 'vitest';
import { fileStyle } from '../../src/print/style.ts';
import { type ReporterName, reporterNames, reporters } from '../../src/report/reporters.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { answer, finding, request, sample } from './sample.ts';

const readPage = (page: { readonly records?: readonly string[] }) => (page.records as readonly string[]).map(String);

/** As a client fails that wraps what it stumbled over. */
const thrownByClient = (): Error => {
  try {
    readPage({});
    return new Error('nothing was thrown');
  } catch (cause) {
    return new Error(`the import failed: ${'a long story '.repeat(20)}the end`, { cause });
  }
};

/** What a report writes of one scenario that the client failed in. */
const write = (name: ReporterName, thrown = thrownByClient(), entries: Trace['entries'] = []): string => {
  const result = sample({ entries, findings: [finding({ place: 'the client' })], error: thrown.message, thrown });
  const reporter = reporters[name].create(fileStyle, '1.2.3');
  const run = { results: [result], planned: 1 };
  return `${reporter.begin(1)}${reporter.result(result, 0)}${reporter.end(run)}`;
};

test.each(reporterNames)(
  '%s: the error of a client is told with its type, its cause, and the line of the code',
  (name) => {
    const text = write(name);

    expect(text).toMatch(/TypeError/);
    expect(text).toMatch(/Cannot read properties of undefined \(reading .*map.*\)/);
    expect(text).toMatch(name === 'json' ? /"line": 7,/ : /client-error\.test\.ts(?::|%3A)7(?::|%3A)\d+/);
    expect(text.match(/a\s+long\s+story/g)?.length).toBeGreaterThanOrEqual(20);
    expect(text).toMatch(/the\s+end/);
  },
);

test.each(['terminal', 'junit', 'github', 'tap', 'markdown'] as const)(
  '%s: of a client that failed, the last refusal that it met is told',
  (name) => {
    const entries = [request(3_600_001, 2, 'listDataQueryRecords'), answer(3_600_001, 2, 403, 'accessTimeElapsed')];

    const text = write(name, new Error('gave up'), entries);

    expect(text).toMatch(/last refusal: at 1h0m0\.001s #2 listDataQueryRecords (?:→|\\u2192) 403 accessTimeElapsed: /);
  },
);

test('a note on GitHub stands at the line of the client that threw, or else at the one of the scenario', () => {
  expect(write('github')).toMatch(/^::error file=test\/report\/client-error\.test\.ts,line=\d+,col=\d+,/);
  const expected = sample({ findings: [finding()], error: 'x', thrown: thrownByClient() });

  expect(reporters.github.create().result(expected, 0)).toMatch(/^::error file=scenarios\/plain\.yaml,line=7,col=5,/);
});
