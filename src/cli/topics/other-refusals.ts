import { namesOf } from '../../spec/names-of.ts';
import { type OtherRefusalRow, otherRefusals } from '../../spec/other-refusals.ts';
import type { Topic } from './topic.ts';

/** Refusals that no table of the interfaces lists; timelines show them all the same. */
export const otherRefusalTopics: readonly Topic[] = namesOf(otherRefusals).map((name) => {
  const { when, by, shape, section }: OtherRefusalRow = otherRefusals[name];
  return {
    kind: 'errors',
    name,
    aliases: [],
    what: when,
    facts: [
      ['when', when],
      ...(by === undefined ? [] : [['operation', by] as const]),
      ['answer', `what it looks like is open: assumption ${shape}`],
      ['section', section],
    ],
  };
});
