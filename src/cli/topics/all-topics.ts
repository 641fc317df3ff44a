import { actionTopics } from './actions.ts';
import { assumptionTopics } from './assumptions.ts';
import { errorTopics } from './errors.ts';
import { eventTopics } from './events.ts';
import { faultTopics } from './faults.ts';
import { limitTopics, operationTopics } from './operations.ts';
import { ruleTopics } from './rules.ts';
import type { Topic, TopicKind } from './topic.ts';

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
};
