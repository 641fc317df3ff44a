import { readFileSync } from 'node:fs';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Parser } from 'tap-parser';
import { readPage } from '../report/read-page.ts';
import type { ReporterName } from '../../src/report/reporters.ts';

/** What a report tells of a run, however it does so. */
export interface ToldRun {
  readonly kept: number;
  readonly broken: number;
  /** The names of the scenarios that were not run. */
  readonly notRun: readonly string[];
}

type ReadReport = (text: string) => ToldRun;

const linesOf = (text: string): readonly string[] => text.split('\n');

const last = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

const countsIn = (line: string): Pick<ToldRun, 'kept' | 'broken'> => {
  const [, kept, broken] = /(\d+) passed, (\d+) failed/.exec(line) ?? [];
  return { kept: Number(kept), broken: Number(broken) };
};

interface Case {
  readonly name: string;
  readonly skipped?: unknown;
}

interface TestSuites {
  readonly testsuites: {
    readonly tests: number;
    readonly failures: number;
    readonly testsuite: readonly { readonly testcase: readonly Case[] }[];
  };
}

/** Reads each kind of report, by a parser of somebody else where there is one. Throws where it is not whole. */
const readers: Readonly<Record<ReporterName, ReadReport>> = {
  terminal: (text) => ({
    ...countsIn(last(text)),
    notRun: linesOf(text).flatMap((line) => /^ {2}(\S.*) {2}\(\S+\)$/.exec(line)?.slice(1, 2) ?? []),
  }),
  junit: (text) => {
    if (XMLValidator.validate(text) !== true) throw new Error(`this is no XML:\n${text}`);
    const options = { ignoreAttributes: false, attributeNamePrefix: '', parseAttributeValue: true };
    const parser = new XMLParser({ ...options, isArray: (name) => name === 'testsuite' || name === 'testcase' });
    const { tests, failures, testsuite } = (parser.parse(text) as TestSuites).testsuites;
    const skipped = testsuite.flatMap(({ testcase }) => testcase.filter((one) => one.skipped !== undefined));
    return { kept: tests - failures - skipped.length, broken: failures, notRun: skipped.map(({ name }) => name) };
  },
  json: (text) => {
    const {
      passed,
      failed,
      notRun = [],
    } = JSON.parse(text) as {
      readonly passed: number;
      readonly failed: number;
      readonly notRun?: readonly { readonly name: string }[];
    };
    return { kept: passed, broken: failed, notRun: notRun.map(({ name }) => name) };
  },
  github: (text) => {
    const broken = new Set(linesOf(text).flatMap((line) => /^::error .*title=([^:]*)::/.exec(line)?.[1] ?? []));
    const [, missing = ''] = /^::warning title=stunt-double::([^]*)$/m.exec(text) ?? [];
    // It says nothing of what was kept.
    return { kept: Number.NaN, broken: broken.size, notRun: missing.trim().split('%0A').slice(1) };
  },
  tap: (text) => {
    const parser = new Parser({ strict: true });
    const comments: string[] = [];
    parser.on('comment', (comment) => comments.push(comment));
    parser.end(text);
    const { pass, fail } = parser.results ?? {};
    const notRun = comments.flatMap((comment) => /^# not run: (.*)\n$/.exec(comment)?.[1] ?? []);
    return { kept: pass ?? Number.NaN, broken: fail ?? Number.NaN, notRun };
  },
  html: (text) => {
    const { runs, notRun = [] } = readPage(text);
    const broken = runs.filter(({ verdict }) => verdict === 'broken').length;
    return { kept: runs.length - broken, broken, notRun };
  },
  markdown: (text) => ({
    ...countsIn(linesOf(text)[0] ?? ''),
    notRun: linesOf(text).flatMap((line) => /^- (.*) \\\(.*\\\)$/.exec(line)?.[1] ?? []),
  }),
};

export const readReport = (name: ReporterName, file: string): ToldRun => readers[name](readFileSync(file, 'utf8'));
