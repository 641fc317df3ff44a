import type { Result } from '../../src/report/result.ts';
import { scenario } from '../../src/language/builder.ts';
import type { Finding } from '../../src/play/findings.ts';
import type { Entry } from '../../src/trace/entry.ts';
import { createTrace } from '../../src/trace/trace.ts';

export interface SampleChoice {
  readonly name?: string;
  readonly source?: string;
  readonly findings?: readonly Finding[];
  readonly entries?: readonly Entry[];
  readonly error?: string;
  /** What the client threw; `error` where it is left out. */
  readonly thrown?: unknown;
  readonly elapsed?: number;
  readonly replay?: string;
}

/** A scenario that was run: kept, unless it has findings. */
export const sample = ({
  name = 'plain import',
  source = 'scenarios/plain.yaml',
  findings = [],
  entries = [],
  error,
  thrown,
  elapsed = 3_600_000,
  replay = 'npx stunt-double run scenarios/plain.yaml --seed 7',
}: SampleChoice = {}): Result => {
  const trace = createTrace();
  for (const entry of entries) trace.record(entry);
  return {
    report: {
      scenario: { ...scenario('any').build(), name, source },
      verdict: findings.length === 0 ? 'kept' : 'broken',
      findings,
      warnings: [],
      judgements: [],
      outcome:
        error === undefined
          ? { ok: true, result: undefined }
          : { ok: false, error, ...(thrown !== undefined && { thrown }) },
      trace,
      elapsed,
      assumed: ['cache.boundary'],
      seed: 7,
    },
    real: 1250,
    replay,
  };
};

export const finding = (changes: Partial<Finding> = {}): Finding => ({
  claim: 'result.records is 600',
  found: '599',
  place: 'scenarios/plain.yaml:7:5',
  ...changes,
});

export const request = (
  at: number,
  exchange: number,
  operation: 'createDataQuery' | 'listDataQueryRecords',
): Entry => ({
  at,
  kind: 'request',
  exchange,
  operation,
  region: 'eu-west-1',
  request: { method: 'POST', url: 'https://eu-west-1.stunt-double.test/orders/data-queries', headers: {}, body: '' },
});

export const answer = (at: number, exchange: number, status: number, row?: string): Entry => ({
  at,
  kind: 'answer',
  exchange,
  answer: { status, headers: {}, body: '' },
  ...(row !== undefined && { row }),
  section: 'Errors, interface C',
  leaned: [],
});

/** Texts that would end a line, a cell, an element or a command, or begin one. */
export const hostileTexts: readonly string[] = [
  'two\nlines',
  'carriage\rreturn',
  'tab\there',
  '::error file=a.ts::forged',
  'a line\n::set-output name=x::y',
  'a line\n  ##[add-mask]x',
  '50% %0A of %25',
  'commas, colons: and = signs',
  ']]>',
  '</testcase><failure/>',
  '<script>alert(1)</script> & "quotes" \'single\'',
  '\u001b[2J\u001b[32m all is well',
  'a | b | c',
  'a \\| b',
  '`code` **bold** _em_ [link](http://x.test) ![image](y)',
  '# SKIP not run',
  'name # TODO later',
  'back\\slash \\# both',
  '1..9',
  'Bail out! forged',
  '@everyone https://example.test',
  '```\nfence',
  'nul\u0000 and \u007f and \u0085',
  'lone \ud800 surrogate',
  'not a character \uffff \ufffe',
  'turned \u202e around \u2066',
  'separators \u2028 and \u2029',
  '漢字 and 👩‍👩‍👧‍👦 and e\u0301',
  '${{ secrets.TOKEN }}',
];
