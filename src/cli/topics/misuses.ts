import { namesOf } from '../../spec/names-of.ts';
import { misuseCodes } from './misuse-codes.ts';
import type { TopicRow } from './topic.ts';

/** The codes that errors of ours carry in brackets. */
export const misuseTopics: readonly TopicRow[] = namesOf(misuseCodes).map((name) => {
  const { means, causes, remedies } = misuseCodes[name];
  return {
    name,
    what: means,
    facts: [
      ['means', means],
      ...causes.flatMap((cause, index) => [['cause', cause] as const, ['remedy', remedies[index]] as const]),
    ],
  };
});
