import type { Client } from '../../simulation/client-env.ts';
import { optionHint } from '../../rules/rule-hint.ts';
import type { Recommendation } from './recommendation.ts';

/** Which rules were announced of which client: a suite that checks one client many times says it once. */
const announced = new WeakMap<Client, Set<string>>();

/**
 * Says on the console what a check that passes would say to nobody. Test runners show it with the name of the test, and
 * silence it as all that tests print.
 */
export const announcer = (client: Client): ((recommendation: Recommendation) => void) => {
  const known = announced.get(client) ?? new Set();
  announced.set(client, known);
  return (recommendation) => {
    if (known.has(recommendation.rule)) return;
    known.add(recommendation.rule);
    // oxlint-disable-next-line no-console
    console.warn(printRecommendation(recommendation));
  };
};

/**
 * A recommendation as a few lines of text.
 *
 * @example
 * const { recommendations } = await checkClient(importOrders);
 * console.log(recommendations.map(printRecommendation).join('\n\n'));
 */
export const printRecommendation = (recommendation: Recommendation): string => {
  const { rule, name, claim, section, evidence, replay } = recommendation;
  return [
    `${rule} ${name} is recommended, and not followed: ${claim} (${section})`,
    ...evidence.slice(0, mostEvidence).map((line) => `  ${line}`),
    `  shortest: ${describeShortest(recommendation)}`,
    ...optionHint(rule).map((line) => `  ${line}`),
    `  replay: ${replay}`,
    "  (recommendations fail a check with failOn: 'should')",
  ].join('\n');
};

/** More of the same shows no more. */
const mostEvidence = 2;

/** What happens in the shortest scenario, whence it is, and how far it was shrunk. */
export const describeShortest = ({ steps, customers, scenarios, run, effort }: Recommendation): string => {
  const what = steps.length === 0 ? 'no fault is needed' : steps.join('; ');
  const whose = customers > 1 ? `, with ${customers} customers` : '';
  const whence = run === 0 ? ['first in the baseline'] : run === undefined ? [] : [`first in scenario ${run}`];
  const { shrink, cut } = effort;
  const how = cut === undefined ? 'shrunk in' : 'shrinking stopped after';
  const late = cut === 'time' ? ', when time was over' : '';
  const shrunk = shrink === 0 && cut === undefined ? [] : [`${how} ${countOf(shrink, 'run')}${late}`];
  return `${what}${whose} (${[`in ${countScenarios(scenarios)}`, ...whence, ...shrunk].join(', ')})`;
};

export const countScenarios = (count: number): string => countOf(count, 'scenario');

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
