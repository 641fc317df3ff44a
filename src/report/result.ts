import type { Finding } from '../scenario/judge.ts';
import type { ScenarioReport } from '../simulation/run-scenario.ts';
import { showDuration } from '../spec/time.ts';
import { type Paint, printable } from './terminal.ts';
import { indent, wrapWords } from './wrap.ts';

/** Lines of the trace that a failure shows; the whole is written by `--trace`. */
const traceLines = 20;

const reportWidth = 100;

/** A scenario that was run, with what only the runner knows of it. */
export interface Result {
  readonly report: ScenarioReport;
  /** Real milliseconds. */
  readonly real: number;
  /** The command that runs this scenario alone, with the same client and seed. */
  readonly replay: string;
}

/** One line for a scenario that was kept; for a broken one also what is needed to understand and repeat it. */
export const describeResult = ({ report, real, replay }: Result, paint: Paint): string => {
  const kept = report.verdict === 'kept';
  const times = paint('dim', `virtual ${showDuration(report.elapsed)}  real ${showReal(real)}`);
  const name = printable(report.scenario.name);
  const headline = `${kept ? paint('green', '✓') : paint('red', '✗')} ${kept ? name : paint('bold', name)}  ${times}`;
  if (kept) return headline;
  return [
    headline,
    ...report.findings.map((finding) => describeFinding(finding, paint)),
    describeTrace(report.trace.lines(), paint),
    ...(report.assumed.length > 0 ? [indent(describeAssumed(report.assumed), 4)] : []),
    `    ${paint('cyan', 'replay:')} ${replay}`,
  ].join('\n');
};

const describeFinding = ({ claim, found, place }: Finding, paint: Paint): string =>
  [
    indent(`${paint('red', 'expected:')} ${printable(claim)}`, 4),
    indent(`found: ${printable(found)}`, 6),
    indent(paint('dim', `at ${printable(place)}`), 6),
  ].join('\n');

const describeTrace = (lines: readonly string[], paint: Paint): string => {
  const shown = lines.slice(-traceLines);
  const title =
    shown.length < lines.length ? `the last ${shown.length} of ${lines.length} lines of the trace:` : 'the trace:';
  return [indent(title, 4), ...shown.map((line) => paint('dim', indent(printable(line), 6)))].join('\n');
};

/** The open points of the interface document that a verdict rests on: another reading could have changed it. */
export const describeAssumed = (ids: readonly string[]): string => {
  const [first = '', ...rest] = wrapWords(
    `leaned on ${ids.length} open ${ids.length === 1 ? 'point' : 'points'}: ${ids.join(', ')}`,
    reportWidth - 6,
  );
  return [first, ...rest.map((line) => `  ${line}`)].join('\n');
};

export const showReal = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
