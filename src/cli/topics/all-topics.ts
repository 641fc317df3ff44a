import { namesOf } from '../../spec/names-of.ts';
import { actionTopics } from './actions.ts';
import { assumptionTopics } from './assumptions.ts';
import { boundaryTopics } from './boundaries.ts';
import { cellTopics } from './cells.ts';
import { errorTopics } from './errors.ts';
import { eventTopics } from './events.ts';
import { faultTopics } from './faults.ts';
import { fieldTopics } from './fields.ts';
import { grantTopics } from './grants.ts';
import { misuseTopics } from './misuses.ts';
import { limitTopics, operationTopics } from './operations.ts';
import { ruleTopics } from './rules.ts';
import { sectionTopics } from './sections.ts';
import { statusTopics } from './statuses.ts';
import type { Topic, TopicKind, TopicRow } from './topic.ts';
import { wordTopics } from './words.ts';

/** Every word that can be explained, by its kind. */
const kinds: Readonly<Record<TopicKind, readonly TopicRow[]>> = {
  errors: errorTopics,
  assumptions: assumptionTopics,
  rules: ruleTopics,
  actions: actionTopics,
  events: eventTopics,
  operations: operationTopics,
  limits: limitTopics,
  faults: faultTopics,
  grants: grantTopics,
  fields: fieldTopics,
  boundaries: boundaryTopics,
  cells: cellTopics,
  statuses: statusTopics,
  codes: misuseTopics,
  sections: sectionTopics,
  words: wordTopics,
};

const asTopic =
  (kind: TopicKind) =>
  (row: TopicRow): Topic => ({
    aliases: [],
    ...row,
    kind,
    facts: row.facts.flatMap(([label, text]) => (text === undefined ? [] : [[label, String(text)] as const])),
  });

export const allTopics = Object.fromEntries<readonly Topic[]>(
  namesOf(kinds).map((kind) => [kind, kinds[kind].map(asTopic(kind))]),
) as { readonly [Kind in TopicKind]: readonly Topic[] };
