/** The ids of all rules, in the order of the catalogue: the service's, then the client's. */
const serviceRuleIds = [
  'S1',
  'S2',
  'S3',
  'S4',
  'S5',
  'S6',
  'S7',
  'S8',
  'S9',
  'S10',
  'S11',
  'S12',
  'S13',
  'S14',
  'S15',
  'S16',
] as const;

const clientRuleIds = [
  'C1',
  'C2',
  'C3',
  'C4',
  'C5',
  'C6',
  'C7',
  'C8',
  'C9',
  'C10',
  'C11',
  'C12',
  'C13',
  'C14',
  'C15',
  'C16',
  'C17',
  'C18',
  'C19',
  'C20',
  'C21',
  'C22',
  'C23',
  'C24',
  'C25',
] as const;

export type ServiceRuleId = (typeof serviceRuleIds)[number];
export type ClientRuleId = (typeof clientRuleIds)[number];
export type RuleId = ServiceRuleId | ClientRuleId;

export const ruleIds: readonly RuleId[] = [...serviceRuleIds, ...clientRuleIds];
