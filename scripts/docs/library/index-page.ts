import { namesOf } from '../../../src/spec/names-of.ts';
import { type Story, titleOf } from './read-library.ts';
import { subjects } from './subjects.ts';

const introduction = `<!-- Written by scripts/generate-docs.ts from scenarios/. Change the files there, then run: npx tsx scripts/generate-docs.ts -->

# The library of scenarios

What can happen to an application, written down once, by subject. Copy what your application has to live through, and let
it name your client. Each page says why a team would keep the scenario, and shows what happens to the
[example client](../../scenarios/clients/import-orders.ts), which keeps all of them. How a scenario is written:
[docs/scenarios.md](../scenarios.md).

Between them they use every verb, every fault and every fault, end in every state, meet every class of retries, and
set every open point that a client can feel to another reading than the usual; a test counts.
`;

/** The text of docs/scenarios/README.md. */
export const renderIndex = (stories: readonly Story[]): string =>
  [
    introduction,
    ...namesOf(subjects).flatMap((subject) => [
      `## ${subject.charAt(0).toUpperCase()}${subject.slice(1)}`,
      '',
      subjects[subject],
      '',
      ...stories
        .filter((story) => story.subject === subject)
        .map((story) => `- [${titleOf(story)}](${subject}/${story.name}.md): ${sayShort(story)}`),
      '',
    ]),
  ].join('\n');

/** What it is called in reports; of a table, without its columns. */
const sayShort = ({ scenarios: [first, ...others], yaml }: Story): string => {
  if (others.length === 0) return first.name;
  const name = /^name: (.*)$/m.exec(yaml)?.[1] ?? first.name;
  return `${name.replace(/ \([^()]*\$[^()]*\)$/, '')}; ${others.length + 1} scenarios`;
};
