import { parseSync } from 'oxc-parser';

/** A declaration of the public face: what stands before its members, and them by their names. */
interface Declaration {
  readonly head: string;
  readonly members: ReadonlyMap<string, string>;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly id?: Node & { readonly name?: string };
  readonly key?: Node;
  readonly body?: Node & { readonly body?: readonly Node[] };
  readonly typeAnnotation?: Node & { readonly members?: readonly Node[] };
}

/** What a report of API Extractor declares, by name. Comments and spaces say nothing. */
export const readDeclarations = (report: string): ReadonlyMap<string, Declaration> => {
  const [, block = ''] = /```ts\n(.*)\n```/s.exec(report) ?? [];
  const text = withoutComments(block);
  const { program, errors } = parseSync('report.d.ts', text);
  if (errors[0] !== undefined) throw new Error(`a report that cannot be read: ${errors[0].message}`);
  const cut = (start: number, end: number): string => text.slice(start, end).replace(/\s+/g, ' ').trim();
  const found = new Map<string, Declaration>();
  for (const statement of program.body as unknown as readonly Node[]) {
    const inner = statement.declaration ?? statement;
    const name = inner.id?.name ?? inner.declarations?.[0]?.id?.name ?? cut(statement.start, statement.end);
    const members = inner.body?.body ?? inner.typeAnnotation?.members ?? [];
    const [first] = members;
    const before = found.get(name);
    found.set(name, {
      // Overloads of a function are one declaration.
      head: [...(before ? [before.head] : []), cut(statement.start, first?.start ?? statement.end)].join(' '),
      members: new Map([...(before?.members ?? []), ...membersOf(members, cut)]),
    });
  }
  return found;
};

const membersOf = (members: readonly Node[], cut: (start: number, end: number) => string) => {
  const found = new Map<string, string>();
  for (const { key, start, end } of members) {
    const name = key ? cut(key.start, key.end) : cut(start, end);
    found.set(name, [found.get(name) ?? '', cut(start, end)].join(' ').trim());
  }
  return found;
};

const withoutComments = (text: string): string =>
  parseSync('report.d.ts', text).comments.reduceRight(
    (left, { start, end }) => left.slice(0, start) + left.slice(end),
    text,
  );
