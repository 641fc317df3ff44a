import type { Recommendation } from '../../check/recommendations/recommendation.ts';
import { ruleHint } from '../../rules/rule-hint.ts';
import { printable } from '../../print/printable.ts';
import type { Style } from '../../print/style.ts';
import { hang, hangPainted, indent } from '../../print/wrap.ts';
import { countScenarios, describeShortest } from '../../check/recommendations/announce.ts';

/** So many are told in full; of the others how to see them, and the JSON has them all. */
const mostTold = 3;

/** What a client that passes did not follow: a few lines each, and how to have them fail. */
export const describeRecommendations = (
  all: readonly Recommendation[],
  replayOf: (token: string) => string,
  style: Style,
): readonly string[] => {
  if (all.length === 0) return [];
  return [
    ...all.slice(0, mostTold).flatMap((one) => describeOne(one, replayOf(one.replay), style)),
    ...all.slice(mostTold).flatMap((one) => describeShortly(one, replayOf(one.replay), style)),
    style.paint('dim', '  recommendations fail a check with --fail-on should'),
    '',
  ];
};

const describeShortly = (one: Recommendation, replay: string, style: Style): readonly string[] => [
  hangPainted('yellow', style.signs.warning, `${one.rule} ${one.name}, in ${countScenarios(one.scenarios)}`, 0, style),
  `    ${style.paint('cyan', 'replay:')} ${replay}`,
];

const describeOne = (one: Recommendation, replay: string, { paint, ...style }: Style): readonly string[] => {
  const { rule, name, claim, section, evidence } = one;
  const { columns, signs } = style;
  const [found = ''] = evidence;
  return [
    hangPainted('yellow', signs.warning, printable(`${rule} ${name}: ${claim}`), 0, { paint, columns }),
    hang('found:', printable(found), 4, columns),
    hang('shortest:', printable(describeShortest(one)), 4, columns),
    indent(paint('dim', ruleHint(section, rule)), 4),
    `    ${paint('cyan', 'replay:')} ${replay}`,
  ];
};
