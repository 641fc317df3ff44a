import { limitNames, type LimitRow, limits } from '../../spec/limits.ts';
import type { Topic } from './topic.ts';

/** A limit in a few words. */
export const showLimit = (row: LimitRow): string => {
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

export const limitTopics: readonly Topic[] = limitNames.map((name) => {
  const row: LimitRow = limits[name];
  return {
    kind: 'limits',
    name,
    aliases: [],
    what: `${row.appliesTo}: ${showLimit(row)}`,
    facts: [
      ['limit', showLimit(row)],
      ['of', row.appliesTo],
      ...(row.refusal === undefined ? [] : [['beyond it', `${row.refusal}`] as const]),
      ['section', row.section],
    ],
  };
});
