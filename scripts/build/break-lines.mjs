import MagicString from 'magic-string';
import { parseSync } from 'oxc-parser';

/** A line for each function, table and method: what a stack names by its line can be looked at. */
export const breakLines = (code, fileName) => {
  const { program } = parseSync(fileName, code, { sourceType: 'script' });
  const text = new MagicString(code);
  for (const start of program.body.flatMap(startsOf).filter((one) => one > 0)) text.appendLeft(start, '\n');
  return text.toString();
};

const startsOf = (statement) => {
  const parts = statement.type === 'VariableDeclaration' ? statement.declarations.slice(1) : [];
  const classes = [statement, ...(statement.declarations ?? []).map(({ init }) => init)].filter(
    (one) => one?.body?.type === 'ClassBody',
  );
  return [statement, ...parts, ...classes.flatMap(({ body }) => body.body)].map(({ start }) => start);
};
