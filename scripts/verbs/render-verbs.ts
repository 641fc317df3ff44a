import { type FieldKind, kinds } from '../../src/language/field-kinds.ts';
import { docOf, type Field, namesOfVerbs, rowOf, type VerbName, writtenName } from '../../src/language/verbs.ts';
import { namesOf } from '../../src/spec/names-of.ts';

type NamedField = readonly [name: string, field: Field];

/** What a call of a verb takes, and what it is in the tree, as TypeScript. */
export const renderVerbs = (): string => {
  const used = namesOfVerbs.flatMap((name) => Object.values(rowOf(name).fields).map(({ kind }) => kind));
  return `// Written by scripts/generate-verbs.ts from the table in verbs.ts. Change that, then run: npx tsx scripts/generate-verbs.ts
${importsOf(used)}
/** What can happen at a moment, a call for each verb. Each adds one step and gives back what the next one is said to. */
export interface VerbCalls<T> {
${namesOfVerbs.map(renderVerb).join('')}}

${[...new Set(namesOfVerbs.flatMap(optionsOf).map(renderOption))].join('\n')}
/**
 * An action as written: without a \`customer\` the first one is meant, without a \`scope\` all the customer's scopes.
 * Without an \`application\` all are meant where customers act, and the first one where the developer does.
 */
export type StepAction =
${namesOfVerbs.map(renderAction).join('\n')};
`;
};

/** Unions of words that are not those of a kind. */
const alsoUsed: readonly (readonly [string, string])[] = [
  ['Duration', '../spec/time.ts'],
  ['ErrorName', '../spec/errors.ts'],
  ['Failure', '../core/action.ts'],
  ['RegionFailure', './field-kinds.ts'],
  ['RefusalName', '../spec/refusals.ts'],
  ['SetupFaultName', '../spec/faults.ts'],
  ['LengthOf', './length.ts'],
];

const importsOf = (used: readonly FieldKind[]): string => {
  const modules = new Map<string, Set<string>>();
  for (const [name, module] of [...alsoUsed, ...used.flatMap((kind) => (kind.shape === 'word' ? [kind.type] : []))]) {
    modules.set(module, (modules.get(module) ?? new Set()).add(name));
  }
  return [...modules]
    .map(([module, names]) => `import type { ${[...names].sort().join(', ')} } from '${module}';\n`)
    .sort()
    .join('');
};

const optionsOf = (name: VerbName): readonly NamedField[] =>
  Object.entries(rowOf(name).fields).filter(([field]) => field !== rowOf(name).first);

const renderVerb = (name: VerbName): string => {
  const { does, example, fields, first } = rowOf(name);
  const parameters = Object.entries(fields).flatMap(parametersOf);
  const [needed] = Object.entries(fields).filter(([field]) => field === first);
  const options = optionsOf(name);
  const mustChoose = options.some(([, { presence }]) => presence === 'needed');
  const values = [
    ...(needed === undefined ? [] : [`${writtenName(...needed)}: ${typeOf(...needed)}`]),
    ...(options.length === 0 ? [] : [`options${mustChoose ? '' : '?'}: ${options.map(nameOption).join(' & ')}`]),
  ];
  const generics = parameters.length === 0 ? '' : `<${parameters.map((one) => `${one} extends string`).join(', ')}>`;
  return `/** ${does} In a file: \`${example}\` */\nreadonly ${name}: ${generics}(${values.join(', ')}) => T;\n`;
};

/** The texts of a call that the compiler looks into. */
const parametersOf = ([name, { kind }]: NamedField): readonly string[] =>
  kind.shape === 'duration' ? [capital(name)] : [];

/** Fields of one kind share an interface, that of the first kind which says the same. */
const nameOption = (option: NamedField): string => {
  const [name, { kind }] = option;
  const known = namesOf(kinds).find((one) => isSame(kinds[one], kind)) ?? name;
  const parameters = parametersOf(option);
  return `${capital(known)}Option${parameters.length === 0 ? '' : `<${parameters.join(', ')}>`}`;
};

const isSame = (one: FieldKind, other: FieldKind): boolean => one.shape === other.shape && one.what === other.what;

const renderOption = (option: NamedField): string => {
  const [name, field] = option;
  const isNeeded = field.presence === 'needed';
  const type = `${typeOf(name, field)}${isNeeded ? '' : ' | undefined'}`;
  const head = nameOption(option).replace('>', ' extends string>');
  return `interface ${head} {
/** ${docOf(field)} */
readonly ${writtenName(name, field)}${isNeeded ? '' : '?'}: ${type};
}
`;
};

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const renderAction = (name: VerbName): string =>
  `| { readonly do: '${name}'; ${Object.entries(rowOf(name).fields).map(renderField).join(' ')} }`;

const renderField = ([name, { kind, presence }]: NamedField): string =>
  `readonly ${name}${presence === 'optional' ? '?' : ''}: ${kind.shape === 'word' ? kind.type[0] : inTree[kind.shape]};`;

const inTree = {
  count: 'number',
  duration: 'Duration',
  name: 'string',
  failure: 'Failure',
  outage: 'RegionFailure',
} as const satisfies Record<Exclude<FieldKind['shape'], 'word'>, string>;

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
