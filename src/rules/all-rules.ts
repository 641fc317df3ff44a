import { clientRules } from './client/client-rules.ts';
import type { Rule } from './rule.ts';
import { type RuleId, ruleIds } from './rule-ids.ts';
import { serviceRules } from './service/service-rules.ts';

const byId: ReadonlyMap<RuleId, Rule> = new Map([...serviceRules, ...clientRules].map((rule) => [rule.id, rule]));

/** Every rule, in the order of the catalogue: the service's, then the client's. */
export const allRules: readonly Rule[] = ruleIds.flatMap((id) => byId.get(id) ?? []);

export const findRule = (id: RuleId): Rule => {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  return rule;
};
