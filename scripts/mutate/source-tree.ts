import { parseSync } from 'oxc-parser';

/** A node of a parsed source file, as far as planting faults needs to know it. */
export interface SourceNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

export interface Place {
  readonly node: SourceNode;
  readonly parent: SourceNode | undefined;
  /** Under which name the parent holds the node. */
  readonly part: string;
  /** Inside a table: a constant checked with `as const` or `satisfies`. */
  readonly inTable: boolean;
  /** Inside a text that is put together, or an example: words for people. */
  readonly inWords: boolean;
}

type Within = Pick<Place, 'inTable' | 'inWords'>;

const isNode = (value: unknown): value is SourceNode =>
  typeof value === 'object' && value !== null && typeof (value as SourceNode).type === 'string';

/** Parts that hold types, names or other files: nothing there decides what the program does. */
const skippedParts = new Set(['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments', 'source', 'id']);
const skippedTypes =
  /^(ImportDeclaration|ExportAllDeclaration|TS(?!AsExpression|SatisfiesExpression|NonNullExpression))/;

const isTable = ({ type, typeAnnotation }: SourceNode): boolean =>
  type === 'TSSatisfiesExpression' ||
  (type === 'TSAsExpression' && JSON.stringify(typeAnnotation).includes('"name":"const"'));

const isWords = ({ type, key }: SourceNode): boolean =>
  type === 'TemplateLiteral' || (type === 'Property' && /^(good|bad)$/.test(String((key as SourceNode)['name'])));

/** Every place of a file where something is computed, outer before inner. */
export const placesIn = (file: string, text: string): readonly Place[] => {
  const { program, errors } = parseSync(file, text);
  const [problem] = errors;
  if (problem !== undefined) throw new Error(`${file}: ${problem.message}`);
  const found: Place[] = [];
  const visit = (node: SourceNode, parent: SourceNode | undefined, part: string, within: Within): void => {
    if (skippedTypes.test(node.type)) return;
    const { inTable, inWords } = within;
    found.push({ node, parent, part, inTable, inWords });
    const inside = { inTable: inTable || isTable(node), inWords: inWords || isWords(node) };
    for (const [name, value] of Object.entries(node)) {
      const isNameOfProperty = name === 'key' && node['computed'] === false;
      if (skippedParts.has(name) || isNameOfProperty) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, name, inside);
    }
  };
  visit(program as unknown as SourceNode, undefined, '', { inTable: false, inWords: false });
  return found;
};
