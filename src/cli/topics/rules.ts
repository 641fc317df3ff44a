import { explainRule } from '../../rules/explain-rule.ts';
import { ruleIds } from '../../rules/catalogue.ts';
import type { TopicRow } from './topic.ts';

const levels = {
  must: 'must: a run in which it is not kept is broken',
  should: 'should: a run in which it is not kept has a warning',
} as const;

export const ruleTopics: readonly TopicRow[] = ruleIds.map((id) => {
  const { name, judges, level, claim, why, section, good, bad } = explainRule(id);
  const margin = Math.min(...[...good, ...bad].map((line) => line.search(/\S/)));
  return {
    name: id,
    aliases: [name],
    what: `${name} (${level}): ${claim}`,
    facts: [
      ['rule', `${name}, about the ${judges}`],
      ['level', levels[level]],
      ['claim', claim],
      ['because', why],
      ['section', section],
      ...good.map((line) => ['kept', line.slice(margin)] as const),
      ...bad.map((line) => ['broken', line.slice(margin)] as const),
      ['command', `--rules ${id}=off`],
    ],
  };
});
