import { printable } from '../../print/printable.ts';
import { describeDivergence } from '../../check/repeat/repeat.ts';
import { showReal } from '../../report/result.ts';
import type { Style } from '../../print/style.ts';
import { hang, hangPainted, indent } from '../../print/wrap.ts';
import type { Finding } from '../../play/findings.ts';
import { keepsState, stateRemedy } from '../../trace/kept-state.ts';
import { clientRules } from '../../rules/catalogue.ts';
import { chooseRules } from '../../rules/rule-choice.ts';
import { readRules } from '../options.ts';
import type { CheckArguments } from './arguments.ts';
import { describeReplay, describeSweep } from '../replay-line.ts';
import { describeBroken, titleOf } from './describe-counterexample.ts';
import { describeCoverage } from './describe-coverage.ts';
import { describeRecommendations } from './describe-recommendations.ts';
import { type CheckOrder, type CheckSummary, type Failure, isBroken } from './summary.ts';
import { countScenarios } from '../../check/recommendations/announce.ts';
import type { Terminal } from '../../print/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interruptedCode } from '../interruption.ts';
import { openTextOrJson } from '../text-or-json.ts';
import { isBug } from '../cut-short.ts';

/** What people read at the end of a check. */
const describeCheck = (summary: CheckSummary, style: Style, isListed: boolean): string => {
  const { failures, unheard, order, stopped, recommendations, leftovers, givenUp, replaced = [] } = summary;
  const told = order.keepGoing === true ? failures : failures.slice(0, 1);
  return [
    ...told.flatMap((one) => [...describeBroken(one, whence(one, order.seed), replayOf(one, order), style), '']),
    ...failures.slice(told.length).flatMap((other) => describeOther(other, order, style)),
    ...describeUnheard(unheard, style),
    ...(isListed && failures.length === 0 && stopped === undefined ? describeCoverage(summary, style) : []),
    ...describeUnsteady(summary, style),
    ...describeRecommendations(recommendations, (token) => replayOf({ token, seed: 0 }, order), style),
    ...describeLeftovers(leftovers, style),
    ...replaced.map((one) => hangPainted('yellow', style.signs.warning, printable(`run again, ${one}`), 0, style)),
    ...describeGivenUp(givenUp, style),
    ...describeVerdict(summary, style),
  ].join('\n');
};

const describeVerdict = (summary: CheckSummary, { paint, signs }: Style): readonly string[] => {
  const { order, real, transport, stopped, unfinished } = summary;
  const way = transport === undefined ? '' : `  by ${transport}`;
  const end = `${describeExtent(summary)}  ${paint('dim', `seed ${order.seed}  real ${showReal(real)}${way}`)}`;
  if (stopped === undefined) {
    const { failures } = summary;
    const ways = failures.length > 1 ? ` in ${failures.length} ways` : '';
    return isBroken(summary)
      ? [`${paint('red', signs.broken)} the client is broken${ways}: ${end}`]
      : [...describeJudged(summary), `${paint('green', signs.kept)} nothing broke the client: ${end}`];
  }
  const why = unfinished === true ? unfinishedShrink : 'not all scenarios were run';
  return [
    paint('yellow', `interrupted: ${why}`),
    isBroken(summary)
      ? `${paint('red', signs.broken)} the client is broken: ${end}`
      : `${paint('yellow', signs.warning)} nothing broke the client so far: ${end}`,
  ];
};

/** By what a client that passes was judged, and how much of what there is it came across. */
const describeJudged = ({ coverage, order }: CheckSummary): readonly string[] => {
  const rules = order.rules === undefined ? undefined : readRules(order.rules);
  const judged = new Set(chooseRules(rules, '--rules').map(({ rule }) => rule.id));
  const off = clientRules.map(({ id }) => id).filter((id) => !judged.has(id));
  const without = off.length === 0 ? 'all rules' : `all rules but ${off.join(', ')}`;
  return [
    ...(coverage === undefined
      ? []
      : [
          `coverage: ${Math.floor(coverage.met * 100)} % of what is within the client's reach came to pass (--coverage lists it)`,
          `every fault by itself, at every point of a run: ${describeSweep(order)}`,
        ]),
    `judged by ${off.length === clientRules.length ? 'no rule' : without}${order.failOn === 'should' ? ', and by recommendations' : ''}`,
  ];
};

const unfinishedShrink = 'the counterexample was not fully shrunk; the same seed finds it again';

const describeUnsteady = ({ unsteady }: CheckSummary, style: Style): readonly string[] => {
  if (unsteady === undefined) return [];
  const text = 'this client behaves differently from run to run: the scenario without a fault was played to it twice';
  return [
    hangPainted('yellow', style.signs.warning, text, 0, style),
    ...describeDivergence(unsteady).map((line) => printable(line)),
    '',
  ];
};

const describeLeftovers = (count: CheckSummary['leftovers'], style: Style): readonly string[] => {
  if (count === undefined) return [];
  const where = `in ${countScenarios(count)} it brought along what another had given it`;
  const text = `${keepsState}: ${where}; ${stateRemedy}`;
  return [hangPainted('yellow', style.signs.warning, text, 0, style), ''];
};

const describeGivenUp = (count: CheckSummary['givenUp'], style: Style): readonly string[] => {
  if (count === undefined) return [];
  const text = `${countScenarios(count)} ${count === 1 ? 'was' : 'were'} given up after 20 s of real time, and nothing is said of them; run fewer at once`;
  return [hangPainted('yellow', style.signs.warning, text, 0, style), ''];
};

const describeExtent = ({ failures: [found], order, runs, replayed }: CheckSummary): string => {
  const first = order.keepGoing === true ? undefined : found;
  if (first?.run === 0) return 'in the baseline scenario';
  if (first !== undefined && first.run === undefined) return 'in a saved counterexample';
  const before = replayed > 0 ? [`${replayed} replayed`] : [];
  return [countScenarios(runs), ...before].join(', ');
};

const mostUnheard = 5;

/** What slips in one scenario slips in many: each is reported once. */
const describeUnheard = (unheard: readonly Finding[], style: Style): readonly string[] => {
  const { paint, columns } = style;
  const counts = new Map<string, { readonly finding: Finding; count: number }>();
  for (const finding of unheard) {
    const key = `${finding.found}\n${finding.place}`;
    const known = counts.get(key) ?? { finding, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  const all = [...counts.values()];
  return [
    ...all
      .slice(0, mostUnheard)
      .flatMap(({ finding: { claim, found, place }, count }) => [
        hangPainted('red', 'broken:', claim, 2, style),
        hang('found:', printable(`${found}${count > 1 ? ` (${count} times)` : ''}`), 4, columns),
        indent(paint('dim', printable(`at ${place}`)), 4),
        '',
      ]),
    ...(all.length > mostUnheard ? [`  and ${all.length - mostUnheard} other errors`, ''] : []),
  ];
};

/** What another part of the same check found. */
const describeOther = (failure: Failure, order: CheckOrder, { paint, columns }: Style): readonly string[] => [
  hang('broken besides:', printable(titleOf(failure)), 2, columns),
  `    in ${whence(failure, order.seed)}`,
  `    ${paint('cyan', 'replay:')} ${replayOf(failure, order)}`,
  '',
];

const replayOf = (failure: Pick<Failure, 'file' | 'token' | 'seed'>, { client, returns }: CheckOrder): string => {
  const { file, token, seed } = failure;
  return describeReplay({ scenario: file, token: file === undefined ? token : undefined, client, seed, returns });
};

const whence = ({ run, told }: Pick<Failure, 'run' | 'told'>, seed: number): string => {
  if (run === undefined) return 'a saved counterexample';
  return run === 0 ? 'the baseline scenario' : `scenario ${run} of seed ${seed}${told === undefined ? '' : ', shrunk'}`;
};

/** Writes a report everywhere it was asked for, at once, and says with which code to end. */
export type ReportCheck = (summary: CheckSummary) => ExitCode;

/** Makes sure that all files can be written, before anything runs in vain. Throws Misuse BAD_OPTION. */
export const openReports = (
  { reporter, coverage = false }: Pick<CheckArguments, 'reporter' | 'coverage'>,
  terminal: Terminal,
): ReportCheck => {
  const tell = openTextOrJson<CheckSummary>(reporter, terminal, {
    asText: (summary, style) => describeCheck(summary, style, coverage),
    asData: (summary) => summary,
  });
  return (summary) => {
    const isWhole = tell(summary);
    if (summary.stopped === 'interrupted') return interruptedCode(terminal);
    if (summary.failures.some(isBug)) return exitCodes.bug;
    if (!isWhole) return exitCodes.unwritten;
    return isBroken(summary) ? exitCodes.broken : exitCodes.kept;
  };
};
