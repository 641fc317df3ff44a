import { allCells } from '../../check/coverage/all-cells.ts';
import type { TopicRow } from './topic.ts';

/** What coverage counts: each is something that a run can come across. */
export const cellTopics: readonly TopicRow[] = allCells().map(({ cell, means, words }) => ({
  name: cell,
  what: means,
  facts: [
    ['counts', `the runs in which ${means}`],
    ['command', words.length === 0 ? undefined : `npx stunt-double explain ${words.join(' ')}`],
    ['wish', `checkClient(client, { coverage: { including: ['${cell}'] } })`],
  ],
}));
