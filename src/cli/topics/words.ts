import { glossaryPage } from './quoted-pages.ts';
import { readRows, withoutLinks } from './tables.ts';
import type { Topic } from './topic.ts';

/** The words of reports and pages that name nothing of the interfaces. */
export const wordTopics: readonly Topic[] = readRows(glossaryPage).map(([name, meaning]) => {
  const what = withoutLinks(meaning);
  return { kind: 'words', name, aliases: [], what, facts: [['means', what]] };
});
