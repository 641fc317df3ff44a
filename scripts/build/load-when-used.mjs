import MagicString from 'magic-string';
import { parseSync, visitorKeys } from 'oxc-parser';
import { exportAtOnce } from './export-at-once.mjs';

/**
 * Lets a chunk load others, Node's own modules and packages when something of them is first used: `const a = require('./a.js')`
 * becomes a function that is called wherever there stood `a`, by a short name, for that is in many places. A module's own top
 * level runs as before, only later.
 */
export const loadWhenUsed = (code, { fileName, isEntry }) => {
  const { program, errors } = parseSync(fileName, code, { sourceType: 'script' });
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0].message}`);
  const text = new MagicString(code);
  const loads = new Map();
  const own = new Set();
  for (const statement of program.body) {
    const read = readLoad(statement, code) ?? readConversion(statement, code, loads);
    if (read === undefined) continue;
    loads.set(read.name, { called: loads.get(read.name)?.called ?? `$${loads.size}`, load: read.load });
    own.add(statement);
    text.remove(statement.start, statement.end);
  }
  for (const statement of program.body) if (!own.has(statement)) callEach(statement, undefined, loads, text);
  if (!isEntry) exportAtOnce(program, text);
  const written = [...loads.values()].map(
    ({ called, load }) => `let ${called}loaded;\nconst ${called} = () => ${called}loaded ??= ${load};\n`,
  );
  const [directive] = program.body;
  text.appendRight(directive?.directive === undefined ? 0 : directive.end, `\n${written.join('')}`);
  return { code: text.toString(), map: text.generateMap({ hires: 'boundary' }) };
};

/** `const a = require(…)` */
const readLoad = ({ type, declarations }, code) => {
  if (type !== 'VariableDeclaration' || declarations.length !== 1) return undefined;
  const [{ id, init }] = declarations;
  return init?.type === 'CallExpression' && init.callee.name === 'require'
    ? { name: id.name, load: code.slice(init.start, init.end) }
    : undefined;
};

/**
 * `a = runtime.toESM(a)` after that, which gives what is none the default export of an ES module. Node's modules are their own
 * default: they stay as they are, and `a.default` is `a`.
 */
const readConversion = ({ type, expression }, code, loads) => {
  if (type !== 'ExpressionStatement' || expression.type !== 'AssignmentExpression') return undefined;
  const { left, right } = expression;
  const read = loads.get(left.name);
  if (read === undefined) return undefined;
  if (isBuiltin(read)) return { name: left.name, load: read.load };
  const { callee, arguments: given } = right;
  const rest = given.slice(1).map(({ start, end }) => `, ${code.slice(start, end)}`);
  const convert = `${loads.get(callee.object.name).called}().${callee.property.name}`;
  return { name: left.name, load: `${convert}(${read.load}${rest.join('')})` };
};

const isBuiltin = (read) => read?.load.startsWith('require("node:') === true;

const callEach = (node, parent, loads, text) => {
  if (node.type === 'MemberExpression' && node.property.name === 'default' && isBuiltin(loads.get(node.object.name))) {
    text.update(node.start, node.end, `(${loads.get(node.object.name).called}())`);
    return;
  }
  if (node.type === 'Identifier') {
    const { called } = loads.get(node.name) ?? {};
    if (called === undefined || isName(node, parent)) return;
    if (parent.type === 'Property' && parent.shorthand) text.appendRight(node.end, `: ${called}()`);
    // In parentheses, for `new a.B()` would be `new a()` otherwise.
    else text.update(node.start, node.end, `(${called}())`);
    return;
  }
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key]].flat()) if (child) callEach(child, node, loads, text);
  }
};

/** Of a property, and no variable. */
const isName = (node, parent) =>
  (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
  (['Property', 'MethodDefinition', 'PropertyDefinition'].includes(parent.type) &&
    parent.key === node &&
    !parent.computed &&
    !parent.shorthand);
