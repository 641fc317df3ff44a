import { namesOf } from '../../../src/spec/names-of.ts';
import { subjects, titleOfSubject } from './subjects.ts';

const introduction = `<!-- Written by scripts/generate-docs.ts from scripts/docs/library/subjects.ts. Change it there, then run: npx tsx scripts/generate-docs.ts -->

# The library of scenarios

What can happen to an application, written down once, by subject. Copy the folder, or what of it your application has to live
through, and run it against your client:

\`\`\`sh
npx stunt-double run scenarios --client src/import-orders.ts
\`\`\`

\`expect\` says what any client owes: what arrives, how queries end, and what
is asked for how often at most. What is only the way of the [example client](../../scenarios/clients/import-orders.ts), its
result, its words and its counts, stands in \`expect.example\`, and is judged with \`--example\` alone. A step that a client
may never come to, because it sends no mail or asks another region, is a warning then (\`unfired: warn\`).

Each scenario says what it teaches, and shows what happens to the example client, which keeps all of them: refusals, faults
and notifications as they come, and between them the operations that simply worked. How a scenario is written:
[docs/scenarios.md](../scenarios.md).

Between them they use every verb and every fault, end in every state, meet every class of retries, and set every assumption
that a client can feel to another reading than the default; a test checks that.
`;

/** The text of docs/scenarios/README.md. */
export const renderIndex = (): string =>
  [
    introduction,
    '| Subject | What it is about |',
    '|---|---|',
    ...namesOf(subjects).map((subject) => `| [${titleOfSubject(subject)}](${subject}.md) | ${subjects[subject]} |`),
    '',
  ].join('\n');
