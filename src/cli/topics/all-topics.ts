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
import type { Topic, TopicKind } from './topic.ts';
import { wordTopics } from './words.ts';

/** Every word that can be explained, by its kind. */
export const allTopics: Readonly<Record<TopicKind, readonly Topic[]>> = {
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
