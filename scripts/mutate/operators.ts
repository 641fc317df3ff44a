import type { Place, SourceNode } from './source-tree.ts';

/** What is written instead of a stretch of the text. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

type Operator = (place: Place, all: readonly Place[], text: string) => readonly Change[];

const replace = ({ start, end }: SourceNode, ...texts: readonly string[]): readonly Change[] =>
  texts.map((instead) => ({ start, end, instead }));

const textOf = ({ start, end }: SourceNode, text: string): string => text.slice(start, end);

const child = (node: SourceNode, part: string): SourceNode => node[part] as SourceNode;

const others: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
};

const compareOrReckon: Operator = ({ node }, _all, text) => {
  if (node.type !== 'BinaryExpression') return [];
  const left = child(node, 'left');
  const right = child(node, 'right');
  const between = text.slice(left.end, right.start);
  const operator = String(node['operator']);
  return (others[operator] ?? []).map((other) => ({
    start: left.end,
    end: right.start,
    instead: between.replace(operator, other),
  }));
};

/** Fallbacks that only the type checker asks for: without them nothing else happens. */
const isStandIn = (node: SourceNode, text: string): boolean => /^(''|Number\.NaN)$/.test(textOf(node, text));

const joinOtherwise: Operator = ({ node }, _all, text) => {
  if (node.type !== 'LogicalExpression') return [];
  const left = child(node, 'left');
  const right = child(node, 'right');
  const halves = isStandIn(right, text) ? [textOf(right, text)] : [textOf(left, text), textOf(right, text)];
  if (node['operator'] === '??') return replace(node, ...halves);
  const join = node['operator'] === '&&' ? '||' : '&&';
  return replace(node, ...halves, `(${textOf(left, text)}) ${join} (${textOf(right, text)})`);
};

const decide: Operator = ({ node }) =>
  node.type === 'IfStatement' || node.type === 'ConditionalExpression'
    ? replace(child(node, 'test'), 'true', 'false')
    : node.type === 'WhileStatement'
      ? replace(child(node, 'test'), 'false')
      : [];

const turnAround: Operator = ({ node }, _all, text) =>
  node.type === 'UnaryExpression' && node['operator'] === '!'
    ? replace(node, textOf(child(node, 'argument'), text))
    : node.type === 'Literal' && typeof node['value'] === 'boolean'
      ? replace(node, String(!node['value']))
      : [];

const oneMoreOrLess: Operator = ({ node }) =>
  node.type === 'Literal' && typeof node['value'] === 'number'
    ? replace(node, String(node['value'] + 1), String(node['value'] - 1))
    : [];

const unitLengths: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A millisecond more and a millisecond less. */
const longerOrShorter: Operator = ({ node }) => {
  const [, amount, unit = ''] = /^(\d+)(ms|s|m|h|d)$/.exec(String(node['value'])) ?? [];
  if (node.type !== 'Literal' || amount === undefined) return [];
  const length = Number(amount) * (unitLengths[unit] ?? 1);
  return replace(node, `'${length + 1}ms'`, `'${length - 1}ms'`);
};

/** Columns for people, who read there what a row means and where it stands: they decide nothing. */
const prose = new Set(['when', 'what', 'unit', 'section', 'assumption']);

const isText = (node: SourceNode): boolean => node.type === 'Literal' && typeof node['value'] === 'string';

const nameOf = (property: SourceNode): string => {
  const key = child(property, 'key');
  return String(key['name'] ?? key['value']);
};

/** A text in a table becomes what another row has in the same column, or a text that no row has. */
const takeFromAnotherRow: Operator = ({ node, parent, part, inTable }, all, text) => {
  if (!inTable || !isText(node) || parent?.type !== 'Property' || part !== 'value') return [];
  const column = nameOf(parent);
  if (prose.has(column)) return [];
  const peers = all
    .filter((other) => other.parent?.type === 'Property' && other.part === 'value' && isText(other.node))
    .filter((other) => other.parent !== undefined && nameOf(other.parent) === column);
  const at = peers.findIndex((peer) => peer.node === node);
  const round = [...peers.slice(at + 1), ...peers.slice(0, at)];
  const other = round.find((peer) => peer.node['value'] !== node['value']);
  return replace(node, other === undefined ? `'another ${column}'` : textOf(other.node, text));
};

/** A list, a table of gates among them, without one of its rows. */
const dropRow: Operator = ({ node }, _all, text) => {
  if (node.type !== 'ArrayExpression') return [];
  const elements = node['elements'] as readonly SourceNode[];
  return elements.map(({ start, end }) => ({ start, end: text[end] === ',' ? end + 1 : end, instead: '' }));
};

const dropStatement: Operator = ({ node }) => {
  switch (node.type) {
    case 'ExpressionStatement':
    case 'ContinueStatement':
    case 'ThrowStatement':
      return replace(node, ';');
    case 'ReturnStatement':
      return node['argument'] === null ? replace(node, ';') : replace(node, 'return undefined;');
    case 'ArrowFunctionExpression':
      return node['expression'] === true ? replace(child(node, 'body'), 'undefined') : [];
    default:
      return [];
  }
};

const otherMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  toLowerCase: 'toString',
  toUpperCase: 'toString',
  trim: 'toString',
};

const callAnother: Operator = ({ node }) => {
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined;
  if (callee?.type !== 'MemberExpression' || callee['computed'] === true) return [];
  const method = child(callee, 'property');
  const other = otherMethods[String(method['name'])];
  return other === undefined ? [] : replace(method, other);
};

/** A pattern that is not held at its ends, that counts one more, or that minds the case. */
const loosenPattern: Operator = ({ node }) => {
  const regex = node['regex'] as { readonly pattern: string; readonly flags: string } | undefined;
  if (node.type !== 'Literal' || regex === undefined) return [];
  const { pattern, flags } = regex;
  const patterns = [
    pattern.replace(/^\^/, ''),
    pattern.replace(/\$$/, ''),
    ...[...pattern.matchAll(/(?<=[{,])\d+(?=[},])/g)].flatMap(({ 0: count, index }) =>
      [Number(count) + 1, Number(count) - 1].map(
        (other) => `${pattern.slice(0, index)}${other}${pattern.slice(index + count.length)}`,
      ),
    ),
  ].filter((other) => other !== '' && other !== pattern);
  const quiet = flags.includes('i') ? [`/${pattern}/${flags.replace('i', '')}`] : [];
  return replace(node, ...patterns.map((other) => `/${other}/${flags}`), ...quiet);
};

const operators: readonly Operator[] = [
  compareOrReckon,
  joinOtherwise,
  decide,
  turnAround,
  oneMoreOrLess,
  longerOrShorter,
  takeFromAnotherRow,
  dropRow,
  dropStatement,
  callAnother,
  loosenPattern,
];

export const changesAt = (place: Place, all: readonly Place[], text: string): readonly Change[] =>
  operators.flatMap((operator) => operator(place, all, text));
