import { allCells } from '../../check/coverage/all-cells.ts';
import type { Topic } from './topic.ts';

/** What coverage counts: each is something that a run can come across. */
export const cellTopics: readonly Topic[] = allCells().map(({ cell, means, words }) => ({
  kind: 'cells',
  name: cell,
  aliases: [],
  what: means,
  facts: [
    ['counts', `the runs in which ${means}`],
    ...(words.length === 0 ? [] : [['command', `npx stunt-double explain ${words.join(' ')}`] as const]),
    ['wish', `checkClient(client, { coverage: { including: ['${cell}'] } })`],
  ],
}));
