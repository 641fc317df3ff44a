import type { LaneGroup } from '../../picture/picture.ts';

/** What the groups of lanes are called. */
export const groupNames: Readonly<Record<LaneGroup, string>> = {
  client: 'Client',
  requests: 'Requests',
  tokens: 'Tokens',
  links: 'Links',
  queries: 'Queries',
  memory: 'Remembered answers',
  limits: 'Limits',
  faults: 'Faults',
  acts: 'Acts',
  notifications: 'Notifications',
};
