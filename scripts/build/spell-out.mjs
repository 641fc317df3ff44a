import MagicString from 'magic-string';
import { parseSync, visitorKeys } from 'oxc-parser';

/**
 * A table that one type is read of, and nothing else, is not shipped: what the type comes to stands in its place. So
 * `declare const levels: readonly ['must', 'should']` and `type Level = (typeof levels)[number]` are `type Level = 'must' | 'should'`,
 * which is also what an editor is to show.
 */
export const spellOut = (code) => {
  const { program } = parseSync('types.d.ts', code);
  const text = new MagicString(code);
  const read = readersOf(program);
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    const [{ id }] = statement.declarations;
    const [reader, ...others] = read.get(id.name) ?? [];
    const type = reader === undefined || others.length > 0 ? undefined : typeFor(reader, id, code);
    if (type === undefined) continue;
    const doc = docBefore(statement, code);
    if (docBefore(reader.statement, code) === '') text.prependRight(reader.statement.start, doc);
    text.remove(statement.start - doc.length, statement.end + 1);
    text.update(type.node.start, type.node.end, type.text);
  }
  return text.toString();
};

/** By the name of a table: the statements that name it, with all around the name there. */
const readersOf = ({ body }) => {
  const found = new Map();
  for (const statement of body) {
    const visit = (node, around) => {
      if (node.type === 'Identifier' && namers.has(around[0].type))
        found.set(node.name, [...(found.get(node.name) ?? []), { statement, around }]);
      for (const key of visitorKeys[node.type] ?? [])
        for (const child of [node[key]].flat()) if (child) visit(child, [node, ...around]);
    };
    visit(statement, []);
  }
  return found;
};

const namers = new Set(['TSTypeQuery', 'ExportSpecifier']);

/** What is read of a table (all of it, the names of its rows, or its words), and what that comes to. */
const typeFor = ({ around }, { typeAnnotation: { typeAnnotation: table } }, code) => {
  const [query, ...outer] = around.filter(({ type }) => type !== 'TSParenthesizedType');
  const [node] = outer;
  if (query.type !== 'TSTypeQuery') return undefined;
  if (node.type === 'TSTypeAliasDeclaration') return { node: query, text: code.slice(table.start, table.end) };
  if (table.type === 'TSTypeLiteral' && node.operator === 'keyof')
    return { node, text: unionOf(table.members.map(({ key }) => key.value ?? key.name)) };
  if (node.type !== 'TSIndexedAccessType' || node.indexType.type !== 'TSNumberKeyword') return undefined;
  if (table.type === 'TSArrayType') return { node, text: code.slice(table.elementType.start, table.elementType.end) };
  const words = table.typeAnnotation?.elementTypes?.map(({ literal }) => literal?.value) ?? [];
  return words.length > 0 && words.every((word) => typeof word === 'string')
    ? { node, text: unionOf(words) }
    : undefined;
};

const unionOf = (words) => words.map((word) => `'${word}'`).join(' | ');

const docBefore = ({ start }, code) => /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(code.slice(0, start))?.[0] ?? '';
