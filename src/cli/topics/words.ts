import { readPackageFile } from '../../package-file.ts';
import { readRows, withoutLinks } from './tables.ts';
import type { TopicRow } from './topic.ts';

/** The words of reports and pages that name nothing of the interfaces. */
export const wordTopics: readonly TopicRow[] = readRows(readPackageFile('docs/glossary.md')).map(([name, meaning]) => {
  const what = withoutLinks(meaning);
  return { kind: 'words', name, aliases: [], what, facts: [['means', what]] };
});
