import MagicString from 'magic-string';
import { parseSync, visitorKeys } from 'oxc-parser';
import { exportAtOnce } from './export-at-once.mjs';

/**
 * Lets a chunk load others, Node's own modules and packages when something of them is first used: `const a = require('./a.js')`
 * becomes a function that is called wherever there stood `a`. A module's own top level runs as before, only later.
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
    loads.set(read.name, read.load);
    own.add(statement);
    text.remove(statement.start, statement.end);
  }
  for (const statement of program.body) if (!own.has(statement)) callEach(statement, undefined, loads, text);
  if (!isEntry) exportAtOnce(program, text);
  const written = [...loads].map(
    ([name, load]) => `let ${name}$loaded;\nconst ${name} = () => ${name}$loaded ??= ${load};\n`,
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
  const load = loads.get(left.name);
  if (load === undefined) return undefined;
  if (isBuiltin(load)) return { name: left.name, load };
  const { callee, arguments: given } = right;
  const rest = given.slice(1).map(({ start, end }) => `, ${code.slice(start, end)}`);
  return { name: left.name, load: `${callee.object.name}().${callee.property.name}(${load}${rest.join('')})` };
};

const isBuiltin = (load) => load?.startsWith('require("node:') === true;

const callEach = (node, parent, loads, text) => {
  if (node.type === 'MemberExpression' && node.property.name === 'default' && isBuiltin(loads.get(node.object.name))) {
    text.update(node.start, node.end, `(${node.object.name}())`);
    return;
  }
  if (node.type === 'Identifier') {
    if (!loads.has(node.name) || isName(node, parent)) return;
    if (parent.type === 'Property' && parent.shorthand) text.appendRight(node.end, `: ${node.name}()`);
    // In parentheses, for `new a.B()` would be `new a()` otherwise.
    else text.update(node.start, node.end, `(${node.name}())`);
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
