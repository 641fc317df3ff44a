import * as yaml from 'yaml';
import { Misuse } from '../misuse.ts';
import { frameOf } from './code-frame.ts';
import { reservedKeys } from '../spec/plain.ts';
import { deepest } from './data.ts';
import { joinMisuses } from './problem.ts';
import { show } from './show.ts';

/** A file's data, and where each part of it was written. */
export interface Source {
  readonly value: unknown;
  /** Where the value at a path begins, or its key. What is not there begins where that begins which should hold it. */
  readonly findOffset: (path: readonly (string | number)[], onKey: boolean) => number;
  readonly placeOf: (offset: number) => string;
  readonly frameAt: (offset: number) => string;
}

/** In UTF-16 units. Real scenarios have a few thousand; more than this is another kind of file. */
export const largestFile = 65_536;

/** Values after aliases are written out, so that a short file cannot stand for a huge one. */
const mostValues = 20_000;

const syntaxHints: Partial<Record<yaml.ErrorCode, string>> = {
  BAD_SCALAR_START: 'put the text in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put text that has ": " in it in quotes',
  TAB_AS_INDENT: 'indent with spaces',
};

/** What a file holds, and how one begins that has nothing in it yet: for messages. */
export interface FileKind {
  readonly noun: string;
  readonly remedy: string;
}

const ofScenario: FileKind = { noun: 'scenario', remedy: 'write a scenario, beginning with "name: …"' };

type Complain = (offset: number, what: string, hint: string) => void;

/** Reads YAML 1.2, and so JSON, without ever running into what a hostile file may do. Throws SCENARIO_INVALID. */
export const parseSource = (written: string, file: string, kind = ofScenario): Source => {
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written;
  const lines = new yaml.LineCounter();
  lines.addNewLine(0);
  const placeOf = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const frameAt = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return frameOf(text, line, col);
  };
  const refusals: Misuse[] = [];
  const complain: Complain = (offset, what, hint) => {
    const frame = refusals.length === 0 && text.length <= largestFile ? frameAt(offset) : undefined;
    refusals.push(new Misuse('SCENARIO_INVALID', placeOf(offset), what, hint, frame));
  };

  const root = compose(text, lines, kind, complain);
  const targets: Targets = new Map();
  const value = root === null || refusals.length > 0 ? undefined : convert(root, targets, complain);
  if (refusals.length > 0) throw joinMisuses(refusals);
  return { value, findOffset: (path, onKey) => findOffset(root, path, onKey, targets), placeOf, frameAt };
};

/** In characters: what a person reads at a glance. */
const lineWidth = 110;

/** Plain data as the text of a file: one line for each thing, where it fits on one. */
export const printYaml = (fields: Readonly<Record<string, unknown>>): string => {
  const document = new yaml.Document(fields, { version: '1.2', schema: 'core', aliasDuplicateObjects: false });
  const root = document.contents;
  if (!yaml.isMap(root)) throw new TypeError('only a map can be printed');
  for (const { key, value } of root.items) {
    const isOpen = yaml.isSeq(value) || (yaml.isScalar(key) && key.value === 'expect');
    if (isOpen && yaml.isCollection(value)) for (const item of childrenOf(value)) fold(item, 4);
    else fold(value, 2);
  }
  return document.toString({ lineWidth: 0 });
};

const childrenOf = ({ items }: yaml.YAMLMap | yaml.YAMLSeq): readonly unknown[] =>
  items.map((item) => (yaml.isPair(item) ? item.value : item));

/** Writes what is short between brackets, and what is long on lines of its own. */
const fold = (node: unknown, indent: number): void => {
  if (!yaml.isCollection(node)) return;
  node.flow = indent + JSON.stringify(node).length <= lineWidth;
  if (!node.flow && (yaml.isMap(node) || yaml.isSeq(node))) for (const item of childrenOf(node)) fold(item, indent + 2);
};

const compose = (text: string, lines: yaml.LineCounter, kind: FileKind, complain: Complain): yaml.Node | null => {
  if (text.length > largestFile) {
    complain(0, `the file has ${text.length} characters`, `a ${kind.noun} has ${largestFile} at most`);
    return null;
  }
  const parser = new yaml.Parser(lines.addNewLine);
  const tokens: yaml.CST.Token[] = [];
  for (const lexeme of new yaml.Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    // Composing recurses, so depth has to be known before.
    if (parser.stack.length > deepest) {
      complain(parser.offset, `more than ${deepest} levels are nested`, `a ${kind.noun} needs no more than a few`);
      return null;
    }
  }
  tokens.push(...parser.end());
  const offset = text.indexOf('\0');
  if (offset >= 0) {
    complain(offset, 'there is a NUL character', 'save the file as UTF-8 text');
    return null;
  }
  // The library compares each key with all before it; `convert` finds twins in one pass.
  const composer = new yaml.Composer({ version: '1.2', schema: 'core', resolveKnownTags: false, uniqueKeys: false });
  const [document, second] = composer.compose(tokens, true, text.length);
  complainOf(document, second, text, kind, complain);
  return document?.contents ?? null;
};

type Document = yaml.Document.Parsed | undefined;

const complainOf = (
  document: Document,
  second: Document,
  text: string,
  { noun, remedy }: FileKind,
  complain: Complain,
): void => {
  const [wrong] = document?.errors ?? [];
  const [warning] = document?.warnings ?? [];
  if (wrong !== undefined) {
    const hint = syntaxHints[wrong.code] ?? 'check quotes, brackets, colons and indentation near here';
    complain(wrong.pos[0], `this is not YAML: ${wrong.message}`, hint);
  } else if (second !== undefined) {
    complain(second.contents?.range[0] ?? text.length, 'a second document begins', `write one ${noun} in a file`);
  } else if (warning !== undefined)
    complain(warning.pos[0], 'a tag has no meaning here', 'remove what begins with "!"');
  else if (document?.contents == null) complain(0, 'the file is empty', remedy);
};

/** What each alias stands for: its anchor may be set anew further down. */
type Targets = Map<yaml.Alias, yaml.Node | undefined>;

/** Plain data from nodes. Unlike the library's own it refuses circles, twins and keys that are not text, each with its place. */
const convert = (root: yaml.Node, targets: Targets, complain: Complain): unknown => {
  const anchors = new Map<string, yaml.Node>();
  let values = 0;
  let stopped = false;

  const stop = (node: yaml.Node, what: string, hint: string): undefined => {
    if (!stopped) complain(startOf(node), what, hint);
    stopped = true;
  };

  const readPairs = (map: yaml.YAMLMap, depth: number): Record<string, unknown> => {
    const fields: Record<string, unknown> = {};
    for (const { key, value } of map.items) {
      if (stopped) break;
      const name = yaml.isScalar(key) ? key.value : undefined;
      const start = yaml.isNode(key) ? startOf(key) : startOf(map);
      if (typeof name !== 'string') complain(start, 'a key that is not text', 'write a word, or put it in quotes');
      else if (reservedKeys.has(name)) complain(start, `${show(name)} cannot be a key`, 'remove it');
      else if (Object.hasOwn(fields, name)) complain(start, `${show(name)} is here twice`, 'keep one of the two');
      else fields[name] = yaml.isNode(value) ? read(value, depth + 1) : null;
    }
    return fields;
  };

  const read = (node: yaml.Node, depth: number): unknown => {
    values += 1;
    if (stopped || depth > deepest)
      return stop(node, `more than ${deepest} levels are nested`, 'no value can hold itself');
    if (values > mostValues) return stop(node, `more than ${mostValues} values`, 'use fewer aliases');
    if (yaml.isAlias(node)) {
      if (!targets.has(node)) targets.set(node, anchors.get(node.source));
      const target = targets.get(node);
      if (target !== undefined) return read(target, depth + 1);
      return stop(node, `nothing above is marked "&${node.source}"`, 'put text that begins with "*" in quotes');
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (yaml.isMap(node)) return readPairs(node, depth);
    if (yaml.isSeq(node)) return node.items.map((item) => (yaml.isNode(item) ? read(item, depth + 1) : null));
    return yaml.isScalar(node) ? node.value : null;
  };

  return read(root, 0);
};

const startOf = (node: yaml.Node): number => node.range?.[0] ?? 0;

const findOffset = (
  root: yaml.Node | null,
  path: readonly (string | number)[],
  onKey: boolean,
  targets: Targets,
): number => {
  let node = root;
  let offset = root === null ? 0 : startOf(root);
  for (const [index, step] of path.entries()) {
    if (yaml.isAlias(node)) node = targets.get(node) ?? null;
    if (yaml.isSeq(node)) {
      const item = node.items[Number(step)];
      node = yaml.isNode(item) ? item : null;
    } else if (yaml.isMap(node)) {
      const pair = node.items.find(({ key }) => yaml.isScalar(key) && key.value === step);
      if (pair === undefined) return offset;
      if (onKey && index === path.length - 1 && yaml.isNode(pair.key)) return startOf(pair.key);
      node = yaml.isNode(pair.value) ? pair.value : null;
    } else return offset;
    if (node !== null) offset = startOf(node);
  }
  return offset;
};
