import { readPackageFile } from '../../package-file.ts';
import { readRows, withoutLinks } from './tables.ts';
import type { Topic } from './topic.ts';

/** The words of reports and pages that name nothing of the interfaces. */
export const wordTopics: readonly Topic[] = readRows(readPackageFile('docs/glossary.md')).map(([name, meaning]) => {
  const what = withoutLinks(meaning);
  return { kind: 'words', name, aliases: [], what, facts: [['means', what]] };
});
