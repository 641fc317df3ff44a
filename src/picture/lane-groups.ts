import { namesOf } from '../spec/names-of.ts';

interface GroupRow {
  readonly name: string;
  /** What the names of its lanes need not say below that. */
  readonly prefix?: RegExp;
}

/** What lanes are about. A picture has its lanes in this order. */
const table = {
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
} as const satisfies Record<string, GroupRow>;

export type LaneGroup = keyof typeof table;

export const groups: Readonly<Record<LaneGroup, GroupRow>> = table;

export const laneGroups = namesOf(groups);
