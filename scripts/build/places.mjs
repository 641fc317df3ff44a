import { visitorKeys } from 'oxc-parser';

/**
 * Where a stack can say that a function was: at a call, at a look into something that may not be there, at what is thrown or
 * waited for. The first number is where Node says it is, the second the token that a map knows.
 */
export const placesOf = (program) => {
  const found = new Map();
  const add = (place, token = place) => {
    if (!found.has(place)) found.set(place, token);
  };
  const visit = (node) => {
    if (node.type === 'MemberExpression') add(node.object.end, node.property.start);
    else if (node.type === 'CallExpression') addCall(node, add);
    else if (named.has(node.type)) add(node.start);
    for (const key of visitorKeys[node.type] ?? []) for (const child of [node[key]].flat()) if (child) visit(child);
  };
  for (const statement of program.body) {
    add(statement.start);
    visit(statement);
  }
  return [...found].sort(([one], [other]) => one - other).map(([place, token]) => ({ place, token }));
};

const named = new Set([
  'NewExpression',
  'ThrowStatement',
  'AwaitExpression',
  'YieldExpression',
  'SpreadElement',
  'ForOfStatement',
  'TaggedTemplateExpression',
]);

/** Node names the function where that has a name, and the parenthesis behind it otherwise. */
const addCall = ({ start, callee }, add) => {
  add(start);
  if (callee.type !== 'MemberExpression') add(callee.end, callee.start);
};
