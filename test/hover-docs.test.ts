import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

/** The types that users get: `npm test` builds them first. */
const types = resolve(import.meta.dirname, '../dist/cjs');
const manifest = JSON.parse(readFileSync(join(types, '../../package.json'), 'utf8')) as { readonly exports: object };

interface Node {
  readonly type: string;
  readonly start: number;
  readonly id?: { readonly name?: string };
  readonly key?: { readonly name?: string };
  readonly body?: Node | readonly Node[];
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly typeAnnotation?: Node;
}

interface Parsed {
  readonly body: readonly Node[];
  /** Whether a comment for readers ends right before this place. */
  readonly isTold: (start: number) => boolean;
}

const parse = (path: string): Parsed => {
  const text = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, text);
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
  return {
    body: program.body as unknown as readonly Node[],
    isTold: (start) => docs.some(({ end }) => end <= start && /^\s*$/.test(text.slice(end, start))),
  };
};

/** Shapes of what belongs to others, who tell of it themselves; and what types are made of, which nobody ever holds. */
const noneOfOurs = new Set(
  'MswServer Nock NockScope NockInterceptor Undici AnyDispatcher FetchHandler App SimulationEnvironment Gone VerbRow'.split(
    ' ',
  ),
);

/** What is called: a method, or a property that holds a function. */
const isCalled = ({ type, typeAnnotation }: Node): boolean =>
  type === 'TSMethodSignature' ||
  type === 'MethodDefinition' ||
  (type === 'TSPropertySignature' && typeAnnotation?.typeAnnotation?.type === 'TSFunctionType');

const membersOf = ({ body }: Node): readonly Node[] =>
  (Array.isArray(body) ? body : (body as Node).body) as readonly Node[];

/** Every function of a file that has nothing to say when an editor points at it. */
const findSilent = (path: string): readonly string[] => {
  const { body, isTold } = parse(path);
  const isFunction = (one: Node): boolean =>
    one.type === 'TSDeclareFunction' ||
    (one.id as Node | undefined)?.typeAnnotation?.typeAnnotation?.type === 'TSFunctionType';
  return body.flatMap((statement) => {
    const it = statement.declaration ?? statement;
    if (noneOfOurs.has(String(it.id?.name))) return [];
    if (it.type === 'TSInterfaceDeclaration' || it.type === 'ClassDeclaration') {
      return membersOf(it)
        .filter((member) => isCalled(member) && member.key?.name !== undefined && member.key.name !== 'constructor')
        .filter(({ start }) => !isTold(start))
        .map(({ key }) => `${it.id?.name}.${key?.name}`);
    }
    const functions = it.type === 'VariableDeclaration' ? (it.declarations ?? []) : [it];
    return functions.filter(isFunction).flatMap(({ id }) => (isTold(statement.start) ? [] : [String(id?.name)]));
  });
};

const files = [
  ...new Set((JSON.stringify(manifest.exports).match(/dist\/cjs\/[\w/-]+\.d\.ts/g) ?? []).map((path) => path.slice(9))),
];

const chunksOf = (path: string): readonly string[] =>
  [...readFileSync(join(types, path), 'utf8').matchAll(/from "\.{1,2}\/(?:chunks\/)?([\w-]+)\.js"/g)].map(
    ([, name]) => `chunks/${name}.d.ts`,
  );

const reach = (paths: readonly string[]): readonly string[] => {
  const found = new Set(paths);
  for (const path of found) for (const chunk of chunksOf(path)) found.add(chunk);
  return [...found];
};

test('every function that users call has its docstring in the types that are published', () => {
  const all = reach(files);

  expect(all.length).toBeGreaterThan(10);
  expect(readFileSync(join(types, 'chunks/simulation.d.ts'), 'utf8')).toContain('The customer withdraws consent');
  expect(all.flatMap((path) => findSilent(join(types, path)).map((name) => `${path}: ${name}`))).toEqual([]);
});

/** What users write or read at every turn: no field of theirs leaves an editor silent. */
const ofEveryTest = 'ApplicationRow CheckOptions ClientEnv CustomerRow Settings SimulateOptions Simulation'.split(' ');

test('so has every field of what each test has in its hands', () => {
  const told = reach(files).flatMap((path) => {
    const { body, isTold } = parse(join(types, path));
    return body
      .filter(({ type, id }) => type === 'TSInterfaceDeclaration' && ofEveryTest.includes(String(id?.name)))
      .map((one) => {
        const fields = membersOf(one).filter(({ key }) => key?.name !== undefined);
        const silent = fields.filter(({ start }) => !isTold(start)).map(({ key }) => key?.name);
        return { name: one.id?.name, silent };
      });
  });

  expect(told.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual(
    ofEveryTest.map((name) => ({ name, silent: [] })),
  );
});
