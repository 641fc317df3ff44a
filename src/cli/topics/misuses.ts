import { namesOf } from '../../spec/names-of.ts';
import { misuseCodes } from './misuse-codes.ts';
import type { Topic } from './topic.ts';

/** The codes that errors of ours carry in brackets. */
export const misuseTopics: readonly Topic[] = namesOf(misuseCodes).map((name) => {
  const { means, causes, remedies } = misuseCodes[name];
  return {
    kind: 'codes',
    name,
    aliases: [],
    what: means,
    facts: [
      ['means', means],
      ...causes.flatMap((cause, index) => [
        ['cause', cause] as const,
        ...(remedies[index] === undefined ? [] : [['remedy', remedies[index]] as const]),
      ]),
    ],
  };
});
