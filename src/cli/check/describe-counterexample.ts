import { describeEffort } from '../../check/check-failed.ts';
import { describeRepetition } from '../../check/repeat/repeat.ts';
import { nameSymptom } from '../../check/trial/trial.ts';
import { ruleHint } from '../../rules/rule-hint.ts';
import { printable } from '../../print/printable.ts';
import type { Style } from '../../print/style.ts';
import { describeThrown } from '../../print/thrown.ts';
import { drawLines } from '../../print/timeline/swimlane.ts';
import { hang, hangPainted, indent } from '../../print/wrap.ts';
import type { Failure } from './summary.ts';

/** A counterexample: the rule, what shows it, what happened, the scenario as a file, whence it is, and the line that runs it again. */
export const describeBroken = (failure: Failure, whence: string, replay: string, style: Style): readonly string[] => {
  const { rule, section, evidence, steps, shown, threw, scenario, file, told } = failure;
  const { paint, columns } = style;
  const head = (text: string): string => `  ${paint('cyan', text)}`;
  const block = (lines: readonly string[]): string => indent(printable(lines.join('\n')), 4);
  return [
    hangPainted('red', 'broken:', printable(titleOf(failure)), 2, style),
    ...evidence.map((one) => hang('found:', printable(one), 4, columns)),
    ...(section === '' ? [] : [indent(paint('dim', ruleHint(section, rule)), 4)]),
    head(`${whence}:`),
    ...(steps.length === 0 ? ['    no fault is injected'] : []),
    ...steps.map((step) => hang('-', printable(step), 4, columns)),
    ...(told === undefined ? [] : describeTold(told, style)),
    ...describeThrown(threw, 2, style),
    ...(shown.length > 0 ? [head('what happened:')] : []),
    ...drawLines(shown, { ...style, columns: columns - 4 }).map((line) => `    ${line}`),
    head(file === undefined ? 'as a scenario file:' : `saved as ${printable(file)}:`),
    block(scenario.trimEnd().split('\n')),
    `  ${paint('cyan', 'replay:')} ${replay}`,
  ];
};

/** What matters in it, what does not, and how it was found out. */
const describeTold = (told: NonNullable<Failure['told']>, style: Style): readonly string[] => {
  const { paint, columns } = style;
  const { explanation, repetition, effort, fresh } = told;
  const { matters, indifferent } = explanation;
  const unsteady = [...describeRepetition(repetition), ...(fresh === 'kept' ? [keptElsewhere] : [])];
  const seen = fresh === 'broken' ? ', and once in a process of its own' : '';
  return [
    ...(matters.length > 0 ? [`  ${paint('cyan', 'what matters:')}`] : []),
    ...matters.map((sentence) => hang('-', printable(sentence), 4, columns)),
    ...(indifferent.length > 0
      ? [hangPainted('cyan', 'what does not matter:', printable(indifferent.join('; ')), 2, style)]
      : []),
    ...unsteady.map((line) => hang(style.signs.warning, printable(line), 4, columns)),
    ...(effort.shrink + effort.explain > 0
      ? [indent(paint('dim', `told by ${describeEffort(effort)}${seen}`), 2)]
      : []),
  ];
};

const keptElsewhere =
  'in a process of its own it does not break: this client keeps something from one run to the next, in the memory of its process';

export const titleOf = ({ rule, name, claim }: Failure): string => `${nameSymptom({ key: rule, name })}: ${claim}`;
