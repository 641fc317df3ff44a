import { showDuration } from '../spec/time.ts';
import { clientErrorOf, type Failure, failuresOf, lastRefusal, warningsOf } from './failures.ts';
import { mute, oneLine, printable } from '../print/printable.ts';
import {
  assumedIn,
  countKept,
  isKept,
  realOf,
  type Reporter,
  type Result,
  type Run,
  sayStopped,
  showReal,
  virtualOf,
} from './result.ts';
import { spelled, type Style } from '../print/style.ts';
import { describeThrown } from '../print/thrown.ts';
import { drawTimeline } from '../print/timeline/swimlane.ts';
import { marksOf } from '../play/marks.ts';
import { hang, hangPainted, indent, wrapWords } from '../print/wrap.ts';
import { ruleHint } from '../rules/rule-hint.ts';

/** What people read: a line for each scenario that was kept, and for a broken one what is needed to understand and repeat it. */
export const createTextReporter = (style: Style): Reporter => {
  const finish = (text: string): string => mute(spelled(text, style));
  return {
    begin: () => '',
    result: (result) => finish(`${describeResult(result, style)}\n`),
    end: (run) => finish(`${describeSummary(run, style)}\n`),
  };
};

const describeResult = (result: Result, style: Style): string => {
  const { report, real, replay } = result;
  const { paint, signs } = style;
  const kept = isKept(result);
  const times = paint('dim', `virtual ${showDuration(report.elapsed)}  real ${showReal(real)}`);
  const name = oneLine(report.scenario.name);
  const warnings = warningsOf(result);
  const headline = `${kept ? paint('green', signs.kept) : paint('red', signs.broken)} ${kept ? name : paint('bold', name)}  ${times}`;
  const warned = warnings.map((warning) => describeWarning(warning, style));
  if (kept) return [headline, ...warned].join('\n');
  const refusal = lastRefusal(result);
  return [
    headline,
    ...failuresOf(result).map((failure) => describeFailure(failure, style)),
    ...warned,
    ...describeThrown(clientErrorOf(result), 4, style),
    ...(refusal === undefined ? [] : [hangPainted('cyan', 'last refusal:', printable(refusal), 4, style)]),
    ...drawTimeline(report.trace.entries, marksOf(report), { ...style, columns: style.columns - 4 }).map(
      (line) => `    ${line}`,
    ),
    ...(report.assumed.length > 0 ? [indent(describeAssumed(report.assumed, style.columns - 4), 4)] : []),
    `    ${paint('cyan', 'replay:')} ${replay}`,
  ].join('\n');
};

const describeFailure = ({ kind, rule, claim, found, place }: Failure, style: Style): string =>
  [
    hangPainted('red', `${kind}:`, printable(claim), 4, style),
    ...found.map((one) => hang('found:', printable(one), 6, style.columns)),
    indent(style.paint('dim', rule === undefined ? `at ${printable(place)}` : ruleHint(place, rule)), 6),
  ].join('\n');

const describeWarning = ({ claim, found: [found = ''], place }: Failure, style: Style): string =>
  [
    hangPainted('yellow', style.signs.warning, printable(claim), 4, style),
    hang('found:', `${printable(found)} (${printable(place)})`, 6, style.columns),
  ].join('\n');

/** The open points of the interface document that a verdict rests on: another reading could have changed it. */
const describeAssumed = (ids: readonly string[], width: number): string => {
  const what = `relied on ${ids.length} open ${ids.length === 1 ? 'point' : 'points'}: ${ids.join(', ')}`;
  const [first = '', ...rest] = wrapWords(what, width - 2);
  return [first, ...rest.map((line) => `  ${line}`)].join('\n');
};

/** Of more scenarios that were not run their number is told. */
const mostMissing = 10;

/** The end of a run; its last line stays as it is, since scripts look for it. */
const describeSummary = (run: Run, { paint, columns, signs }: Style): string => {
  const { results, notRun = [] } = run;
  const kept = countKept(results);
  const broken = results.filter((one) => !isKept(one));
  const failed = broken.length;
  // A single scenario that is broken has said so above.
  const assumed = results.length === 1 && failed === 1 ? [] : assumedIn(results);
  const stopped = sayStopped(run);
  const hidden = notRun.length - mostMissing;
  const nameBroken = ({ report, replay }: Result): readonly string[] => [
    `  ${paint('red', signs.broken)} ${oneLine(report.scenario.name)}`,
    `    ${replay}`,
  ];
  return [
    '',
    // Of many the first are far above by now.
    ...(failed === 0 || results.length === 1 ? [] : ['failed:', ...broken.flatMap(nameBroken), '']),
    ...(assumed.length > 0 ? [describeAssumed(assumed, columns)] : []),
    ...(stopped === undefined
      ? []
      : [
          paint('yellow', stopped),
          ...notRun.slice(0, mostMissing).map(({ name, source }) => `  ${oneLine(`${name}  (${source})`)}`),
          ...(hidden > 0 ? [`  and ${hidden} more`] : []),
        ]),
    `total  virtual ${showDuration(virtualOf(results))}  real ${showReal(realOf(results))}`,
    paint(failed === 0 ? 'green' : 'red', `${kept} passed, ${failed} failed`),
  ].join('\n');
};
