import { hosts } from '../../spec/hosts.ts';
import { limitNames, type LimitRow, limits } from '../../spec/limits.ts';
import { namesOf } from '../../spec/names-of.ts';
import { type OperationRow, operations } from '../../spec/routes.ts';
import type { TopicRow } from './topic.ts';

/** A limit in a few words. */
const showLimit = (row: LimitRow): string => {
  switch (row.kind) {
    case 'rate':
      return `${row.value} ${row.unit} in ${row.within}`;
    case 'count':
      return `${row.value} ${row.unit}`;
    case 'range':
      return `${row.least} to ${row.value} ${row.unit}, ${row.usual} unless asked for less`;
    case 'time':
      return `${row.value}: ${row.unit}`;
    case 'size':
      return `${row.value} ${row.unit}`;
    default:
      return row satisfies never;
  }
};

export const limitTopics: readonly TopicRow[] = limitNames.map((name) => {
  const row: LimitRow = limits[name];
  return {
    name,
    what: `${row.appliesTo}: ${showLimit(row)}`,
    facts: [
      ['limit', showLimit(row)],
      ['of', row.appliesTo],
      ['beyond it', row.refusal],
      ['section', row.section],
    ],
  };
});

const sent = 'POST to the endpoint of the application, when a data query has come to its end';

export const operationTopics: readonly TopicRow[] = [
  ...namesOf(operations).map((name): TopicRow => {
    const { method, path, host, success, alias, section }: OperationRow = operations[name];
    const bounds = limitNames.filter((limit) => limits[limit].appliesTo === name);
    return {
      name,
      aliases: alias === undefined ? [] : [alias],
      what: `${method} ${path} (${hosts[host].what})`,
      facts: [
        ['request', `${method} ${path}`],
        ['at', hosts[host].what],
        ['success', success],
        ...bounds.map((limit) => ['limit', `${limit}: ${showLimit(limits[limit] satisfies LimitRow)}`] as const),
        ['section', section],
        ['scenario', `- { on: ${name}, nth: 2, fail: 503 }`],
        ['expect', `requests: { ${name}: 1 }`],
      ],
    };
  }),
  {
    name: 'notification',
    what: sent,
    facts: [
      ['request', sent],
      ['section', 'Events'],
      ['scenario', '- { on: notification, do: loseNotification }'],
      ['expect', 'requests: { notification: 1 }'],
    ],
  },
];
