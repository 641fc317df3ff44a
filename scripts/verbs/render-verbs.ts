import type { FieldKind } from '../../src/language/field-kinds.ts';
import { docOf, type Field, namesOfVerbs, rowOf, type VerbName, writtenName } from '../../src/language/verbs.ts';

/** What a call of a verb takes, as TypeScript. */
export const renderVerbs = (): string => {
  const kinds = namesOfVerbs.flatMap((name) => Object.values(rowOf(name).fields).map(({ kind }) => kind));
  return `// Written by scripts/generate-verbs.ts from the table in verbs.ts. Change that, then run: npx tsx scripts/generate-verbs.ts
${importsOf(kinds)}
/** What can happen at a moment, a call for each verb. Each adds one step and gives back what the next one is said to. */
export interface VerbCalls<T> {
${namesOfVerbs.map(renderVerb).join('\n')}
}
`;
};

/** Unions of words that are not those of a kind. */
const alsoUsed: readonly (readonly [string, string])[] = [
  ['ErrorName', '../spec/errors.ts'],
  ['RefusalName', '../spec/refusals.ts'],
  ['SetupFaultName', '../spec/faults.ts'],
  ['LengthOf', './length.ts'],
];

const importsOf = (kinds: readonly FieldKind[]): string => {
  const modules = new Map<string, Set<string>>();
  for (const [name, module] of [...alsoUsed, ...kinds.flatMap((kind) => (kind.shape === 'word' ? [kind.type] : []))]) {
    modules.set(module, (modules.get(module) ?? new Set()).add(name));
  }
  return [...modules]
    .map(([module, names]) => `import type { ${[...names].sort().join(', ')} } from '${module}';\n`)
    .sort()
    .join('');
};

const renderVerb = (name: VerbName): string => {
  const { does, example, fields, first } = rowOf(name);
  const parameters = Object.entries(fields)
    .filter(([, { kind }]) => kind.shape === 'duration')
    .map(([field]) => `${capital(field)} extends string`);
  const [needed] = Object.entries(fields).filter(([field]) => field === first);
  const options = Object.entries(fields).filter(([field]) => field !== first);
  const mustChoose = options.some(([, { presence }]) => presence === 'needed');
  const values = [
    ...(needed === undefined ? [] : [`${writtenName(...needed)}: ${typeOf(...needed)}`]),
    ...(options.length === 0 ? [] : [`options${mustChoose ? '' : '?'}: {${options.map(renderOption).join('')}}`]),
  ];
  const generics = parameters.length === 0 ? '' : `<${parameters.join(', ')}>`;
  return `${doc(`${does}\n\nIn a file: \`${example}\``)}readonly ${name}: ${generics}(${values.join(', ')}) => T;\n`;
};

const renderOption = ([name, field]: readonly [string, Field]): string => {
  const { presence } = field;
  const type = `${typeOf(name, field)}${presence === 'needed' ? '' : ' | undefined'}`;
  return `${doc(docOf(field))}readonly ${writtenName(name, field)}${presence === 'needed' ? '' : '?'}: ${type};\n`;
};

const doc = (text: string): string => {
  const lines = text.split('\n');
  return lines.length === 1 ? `/** ${text} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
};

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const typeOf = (name: string, { kind }: Field): string => {
  switch (kind.shape) {
    case 'word':
      return kind.type[0];
    case 'count':
      return 'number';
    case 'duration':
      return `LengthOf<${capital(name)}>`;
    case 'name':
      return 'string';
    case 'failure':
      return 'RefusalName | number';
    case 'outage':
      return 'ErrorName | SetupFaultName | number';
    default:
      return kind satisfies never;
  }
};
