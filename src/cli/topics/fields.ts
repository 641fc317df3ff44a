import { namesOf } from '../../spec/names-of.ts';
import { type ResourceRow, resources } from '../../spec/fields.ts';
import type { TopicRow } from './topic.ts';

/** The fields of everything that crosses the wire. One name may stand in several resources. */
export const fieldTopics: readonly TopicRow[] = namesOf(resources).flatMap((resource) => {
  const { fields, encoding, section }: ResourceRow = resources[resource];
  return Object.entries(fields).map(
    ([name, { type, required, meaning, in: place, default: usual }]): TopicRow => ({
      name,
      aliases: [resource],
      what: `${resource}: ${meaning}`,
      facts: [
        ['means', meaning],
        ['of', `${resource} (${place ?? encoding})`],
        ['type', `${type}${required === true ? ', required' : ''}`],
        ['default', usual],
        ['section', section],
      ],
    }),
  );
});
