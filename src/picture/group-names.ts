import type { LaneGroup } from './picture.ts';

/** What the groups of lanes are called, and what the names of their lanes need not say below that. */
export const groups: Readonly<Record<LaneGroup, { readonly name: string; readonly prefix?: RegExp }>> = {
  client: { name: 'Client' },
  requests: { name: 'Requests' },
  tokens: { name: 'Tokens', prefix: /^tokens? / },
  links: { name: 'Links', prefix: /^links? / },
  queries: { name: 'Queries', prefix: /^query / },
  memory: { name: 'Remembered answers', prefix: /^remembered / },
  limits: { name: 'Limits', prefix: /^limit / },
  faults: { name: 'Faults' },
  acts: { name: 'Acts' },
  notifications: { name: 'Notifications', prefix: /^notifications? / },
};
