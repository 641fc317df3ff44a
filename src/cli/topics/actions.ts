import { oldNamesOf } from '../../language/old-words.ts';
import { fieldsWritten, namesOfVerbs, rowOf } from '../../language/verbs.ts';
import { group, groupKey } from '../../language/words.ts';
import type { TopicRow } from './topic.ts';

interface Described {
  readonly does: string;
  readonly example: string;
}

const topicOf = (name: string, { does, example }: Described, fields: readonly string[]): TopicRow => ({
  name,
  aliases: oldNamesOf(name),
  what: does,
  facts: [
    ['does', does],
    ['fields', fields.length === 0 ? undefined : fields.join(', ')],
    ['scenario', `- ${example}`],
  ],
});

/** What each verb of the scenario language does, and how it is written. */
export const actionTopics: readonly TopicRow[] = [
  ...namesOfVerbs.map((name) => topicOf(name, rowOf(name), fieldsWritten(name))),
  topicOf(groupKey, group, [groupKey]),
];
