import type { StepAction } from '../ast.ts';
import { suggest } from '../../nearest.ts';
import type { FieldKind } from '../field-kinds.ts';
import { type Explanation, explanation } from '../problem.ts';
import { show } from '../show.ts';
import * as v from '../shapes.ts';
import { oldKeys } from '../old-words.ts';
import { doVerbs, type Field, keyVerbs, rowOf, usualOf, type VerbName, writtenName } from '../verbs.ts';
import { failure, outage } from './failures.ts';

/** What the reader takes for a value of a kind. */
export const schemaOfKind = (kind: FieldKind): v.Schema<unknown> => {
  switch (kind.shape) {
    case 'word':
      return v.word(kind.is, kind.words);
    case 'count':
      return v.whole(kind.is, kind.least, kind.most);
    case 'duration':
      return v.duration;
    case 'name':
      return v.idText(kind.is);
    case 'failure':
      return failure;
    case 'outage':
      return outage;
    default:
      return kind satisfies never;
  }
};

const entryOf = ({ kind, presence, usual }: Field) => {
  const schema = schemaOfKind(kind);
  if (presence === 'needed') return schema;
  return presence === 'filled' && typeof usual !== 'function' ? v.optional(schema, usual) : v.exactOptional(schema);
};

/** A verb as a file writes it, read into what the tree holds. */
const readerOf = (name: VerbName): v.Schema<StepAction> => {
  const { fields, misfit } = rowOf(name);
  const known = Object.entries(fields);
  const entries = Object.fromEntries(known.map(([field, one]) => [writtenName(field, one), entryOf(one)]));
  const examples = Object.fromEntries(known.map(([field, one]) => [writtenName(field, one), one.kind.example]));
  return v.pipe(
    v.fieldsOf<Readonly<Record<string, v.Schema<unknown>>>>(entries, examples),
    v.rawCheck<v.Fields>(({ dataset, addIssue }) => {
      const found = dataset.typed ? misfit?.(dataset.value) : undefined;
      if (found === undefined) return;
      addIssue(v.issue(explanation(found.what, found.hint), v.pathTo('key', {}, found.field)));
    }),
    v.transform((written: v.Fields): StepAction => {
      const read: Record<string, unknown> = { do: name };
      for (const [field, one] of known) {
        const value =
          written[writtenName(field, one)] ?? (one.presence === 'filled' ? usualOf(one, written) : undefined);
        if (value !== undefined) read[field] = value;
      }
      // The table says which fields this verb has: see `StepAction`.
      return read as unknown as StepAction;
    }),
  );
};

const behindDo = Object.fromEntries(doVerbs.map((name) => [name, readerOf(name)]));

const others: Readonly<Partial<Record<FieldKind['shape'], string>>> = {
  failure: ', or the name of an error',
  word: ', for example',
};

/** Verbs that are keys of their own, and words that stand for one of their values, are known behind "do" as well. */
const explainVerb = (value: unknown): Explanation => {
  for (const name of keyVerbs) {
    const first = rowOf(name).fields[rowOf(name).first ?? ''];
    const words: readonly string[] = first?.kind.shape === 'word' ? first.kind.words : [];
    const isKey = value === name || (typeof value === 'string' && oldKeys[value] === name);
    const meant = isKey ? first?.kind.example : words.find((word) => word === value);
    if (meant === undefined) continue;
    const or = isKey ? others[first?.kind.shape ?? 'name'] : '';
    return explanation(`"${String(value)}" does not stand behind "do"`, `write "${name}: ${meant}"${or ?? ''}`);
  }
  return explanation(`${show(value)} is not an action`, suggest(value, doVerbs));
};

const noVerb = v.fieldsOf({ do: v.leaf<string>(() => false, explainVerb) });

/** By the key that says what happens. */
export const actions: Readonly<Record<string, v.Schema<StepAction>>> = {
  do: v.lazy((step): v.Schema<StepAction> => {
    const name: unknown = v.isFields(step) ? step['do'] : undefined;
    return (
      (typeof name === 'string' && Object.hasOwn(behindDo, name) ? behindDo[name] : undefined) ?? (noVerb as never)
    );
  }),
  ...Object.fromEntries(keyVerbs.map((name) => [name, readerOf(name)])),
};
