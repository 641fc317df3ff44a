import { isRuleId, findRule } from '../../src/rules/catalogue.ts';
import { candidates, type Wrong } from './candidates.ts';
import type { Results } from './results.ts';
import { line, median, rowsOf, tellMissed, tellShares } from './tables.ts';

/** docs/power.md. */
export const writePage = (results: Results): string => {
  const groups = [...new Set(candidates.map(({ group }) => group))];
  return `${[
    '<!-- Written by: npx tsx scripts/power.ts --page -->',
    '# What a check finds',
    `A check is worth what it finds. Here are ${candidates.length} clients that are each wrong in one thing, with up to ` +
      `${results.runs} generated scenarios at each of ${results.seeds.length} seeds. *must* is the share of those wrong in a ` +
      'must that a rule at this level finds within 100 and 1000 scenarios; *any* is the share of all that any rule finds. ' +
      'Seconds are those of one processor, from the start of a check to the scenario that is found, in a process that has ' +
      'checked others before; the plain scenario is number 0. What a check holds against clients that are right is shown by ' +
      '`npx tsx scripts/no-false-alarm.ts`.',
    tellShares(results).join('\n'),
    tellMissed(results).join('\n'),
    '## Wrong clients',
    'The rule, and what has to happen once the counterexample is shrunk, are of a check with all rules at the first seed that ' +
      'finds the client; the scenario is the median over the seeds. A test replays each counterexample, and sees that a ' +
      'correct client gets through it.',
    ...groups.flatMap((group) => [`### ${group}`, tellGroup(results, group)]),
  ].join('\n\n')}\n`;
};

const tellGroup = (results: Results, group: string): string =>
  [
    line(['client', 'what it does', 'level', 'breaks', 'median scenario', 'what has to happen']),
    line(Array.from({ length: 6 }, () => '---')),
    ...candidates.filter((one) => one.group === group).map((one) => tellWrong(results, one)),
  ].join('\n');

const tellWrong = (results: Results, wrong: Wrong): string => {
  const { name, does, level } = wrong;
  const found = rowsOf(results, wrong).flatMap(({ any }) => any ?? []);
  const example = results.examples[name];
  if (example === undefined || example === null) return line([name, does, level, 'not found', '–', '–']);
  const { rule, steps } = example;
  const breaks = isRuleId(rule) ? `${rule} ${findRule(rule).name}` : rule;
  return line([name, does, level, breaks, median(found.map(({ scenario }) => scenario)) ?? '–', steps || 'nothing']);
};
