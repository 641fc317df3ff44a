import { emailErrors } from '../../src/spec/email-errors.ts';
import { errors, errorSection, type ErrorRow } from '../../src/spec/errors.ts';
import { isErrorName, isTokenErrorName, type RefusalName, refusalsOf } from '../../src/spec/refusals.ts';
import { tokenErrors, tokenErrorSection } from '../../src/spec/token-errors.ts';
import { naturalCauses } from '../../test/core/natural-causes.ts';
import { linkToSection } from './link-to-section.ts';

const introduction = `<!-- Written by scripts/generate-docs.ts from test/core/natural-causes.ts. Change that table, then run: npx tsx scripts/generate-docs.ts -->

# How each refusal comes about

Every refusal that the [interfaces](interfaces.md) list can be met in two ways. It comes **by itself** when a scenario
brings its cause about; the tests of the core play each cause below, and compare the answer with the document. Or it is
**injected** by its name into one operation, so that a client meets it whatever it has done:

\`\`\`yaml
- { on: createDataQuery, fail: integrationTimeout }
\`\`\`

Both ways give the same answer. One that is injected counts against no limit and is not remembered.
`;

/** One sentence, or one after the other where several causes have the same refusal. */
const showCauses = (row: RefusalName): string => {
  const causes = naturalCauses.filter((one) => one.row === row).map(({ cause }) => cause);
  return causes.length === 1 ? causes.join('') : causes.map((cause, index) => `${index + 1}. ${cause}`).join(' ');
};

const showAnswer = (row: RefusalName): string => {
  if (isErrorName(row)) {
    const { status, category, type, message }: ErrorRow = errors[row];
    return `${status} \`${category}\` \`${type}\` ${message}`;
  }
  if (isTokenErrorName(row)) return `\`${tokenErrors[row].error}\` ${tokenErrors[row].description}`;
  return String(emailErrors.badRequest.status);
};

const renderTable = (rows: readonly RefusalName[]): string => {
  const firsts = naturalCauses.filter(
    ({ row }, index) => rows.includes(row) && naturalCauses.findIndex((one) => one.row === row) === index,
  );
  const lines = firsts.map(({ row, operation }) =>
    ['', `\`${row}\``, showAnswer(row), showCauses(row), `\`on: ${operation}, fail: ${row}\``, ''].join(' | ').trim(),
  );
  return ['| Name | Answer | By itself | Injected |', '|---|---|---|---|', ...lines].join('\n');
};

/** The text of docs/refusals.md. */
export const renderRefusals = (): string =>
  [
    introduction,
    `## Interface C\n\n${linkToSection(errorSection)}\n\n${renderTable(refusalsOf.portability)}\n`,
    `## Interface B\n\n${linkToSection(tokenErrorSection)}. The statuses are open: \`token.errorStatus\`.\n\n${renderTable(refusalsOf.token)}\n`,
    `## Interface A\n\n${linkToSection(emailErrors.badRequest.section)}. The body is open: \`email.badRequestBody\`.\n\n${renderTable(refusalsOf.email)}\n`,
  ].join('\n');
