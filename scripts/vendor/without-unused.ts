import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import MagicString from 'magic-string';
import { type Node, parseSync, visitorKeys } from 'oxc-parser';

/**
 * Nobody hears what the interceptor logs, and what it would say is put together for each event of a socket: its loggers go, and
 * all that they are told. So does what it offers to those who listen to it, or share it, and nothing of it calls.
 */
export const withoutUnused: Plugin = {
  name: 'without-unused',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]@mswjs[\\/]interceptors[\\/].*\.js$/ }, ({ path }) => ({
      contents: leaveOut(path, readFileSync(path, 'utf8')),
    }));
  },
};

const leaveOut = (path: string, code: string): string => {
  const text = new MagicString(code);
  const visit = (node: Node, parent?: Node): void => {
    // Where there is nothing else to be done, it is done no less.
    if (isAboutLogs(node, code) || isUncalled(node, code))
      return void text.update(node.start, node.end, parent?.type === 'IfStatement' ? ';' : ' ');
    for (const key of visitorKeys[node.type] ?? []) {
      const children: unknown = Reflect.get(node, key);
      for (const child of [children].flat()) if (child) visit(child as Node, node);
    }
  };
  visit(parseSync(path, code).program);
  return text.toString();
};

const isAboutLogs = ({ type, start, end }: Node, code: string): boolean => {
  const statement = code.slice(start, end);
  if (type === 'ImportDeclaration') return /["']debug["']/.test(statement);
  if (type === 'VariableDeclaration') return /^\w+ [\w$]+ = createLogger\(/.test(statement);
  return (
    type === 'ExpressionStatement' &&
    /^(?:this\.)?logger[\w$]*(?:\.(?:info|verbose)\(| = createLogger\()/.test(statement)
  );
};

const uncalled =
  /^(?:static singleton|#getLoggerNamespace|restoreAllPatches|scheduleReset|corkReads|uncorkReads)\(|^this\.(?:on|once|listeners|removeListener|removeAllListeners) = \(/;

/** What those alone would set, and what would be done then. */
const unset = /^(?:if \()?(?:this\.)?#(?:resetScheduled|readsCorked|corkedReads)(?:\)| =)/;

const isUncalled = ({ type, start, end }: Node, code: string): boolean => {
  const text = code.slice(start, end);
  if (type === 'MethodDefinition') return uncalled.test(text);
  if (type === 'ExpressionStatement') return uncalled.test(text) || unset.test(text);
  return (type === 'IfStatement' || type === 'PropertyDefinition') && unset.test(text);
};
