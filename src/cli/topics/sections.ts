import { readPackageFile } from '../../package-file.ts';
import { sections } from '../../spec/sections.ts';
import { readSections, withoutLinks } from './tables.ts';
import type { TopicRow } from './topic.ts';

const texts = readSections(readPackageFile('docs/interfaces.md'));

/** `Endpoints`, of `Endpoints, interface C`: all of that name. */
const shortNames = (section: string): readonly string[] => {
  const [kind = '', which] = section.split(', ');
  return which === undefined ? [] : kind === 'What the service does' ? [kind, which] : [kind];
};

/** What the interfaces say, section by section: where rules, refusals and assumptions stand. */
export const sectionTopics: readonly TopicRow[] = sections.map((name) => {
  const text = withoutLinks(texts.get(name) ?? '');
  const [first = ''] = text.split('\n\n');
  return {
    name,
    aliases: shortNames(name),
    what: /^[|#]/.test(first) ? 'tables' : first.replaceAll('\n', ' '),
    facts: [],
    text,
  };
});
