import { type AssumptionId, assumptionIds, assumptionRow, type Variant } from '../../spec/assumptions.ts';
import { showChoice } from '../../spec/assumptions/show-choice.ts';
import { showVariant } from '../../spec/assumptions/variant.ts';
import { readPackageFile } from '../../package-file.ts';
import type { TopicRow } from './topic.ts';

interface Choices {
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly anyOf?: readonly Choices[];
}

let told: Readonly<Record<AssumptionId, Choices>> | undefined;

/** What a choice means, as the schema tells it: the table leaves that out where it is built. (scripts/build/told-by-schema.mjs) */
const readMeaning = (id: AssumptionId, word: string): string | undefined => {
  told ??= JSON.parse(readPackageFile('scenario.schema.json')).definitions.assumptions.properties as NonNullable<
    typeof told
  >;
  const [{ enum: words = [], enumDescriptions = [] } = {}] = told[id].anyOf ?? [told[id]];
  return enumDescriptions[words.indexOf(word)];
};

const sayVariant = (id: AssumptionId, variant: Variant): string => {
  const { default: usual, means } = assumptionRow(id);
  const name = typeof variant === 'string' ? variant : showVariant(variant);
  const key = typeof variant === 'string' ? variant : variant.type;
  const meaning = means[key] || readMeaning(id, key);
  const isUsual = variant === usual || (typeof variant === 'object' && means[String(usual)] === undefined);
  return `${name}${isUsual ? ` (taken${variant === usual ? '' : `: ${usual}`})` : ''}${meaning === undefined ? '' : `: ${meaning}`}`;
};

/** Something else than what is taken anyway, where there is something. */
const sample = (variants: readonly Variant[], usual: string | number): string => {
  const others = variants
    .flatMap((variant): readonly unknown[] => (typeof variant === 'string' ? [variant] : variant.samples))
    .map(showChoice);
  return others.find((one) => one !== String(usual)) ?? String(usual);
};

export const assumptionTopics: readonly TopicRow[] = assumptionIds.map((id) => {
  const { question, default: usual, variants, section, class: kind, takes } = assumptionRow(id);
  return {
    name: id,
    what: `${question} Taken: ${usual}.`,
    facts: [
      ['question', question],
      ...variants.map((variant) => ['choice', sayVariant(id, variant)] as const),
      ['matters', kind === 'wire' ? 'a client has to be told which' : 'a robust client copes with each of them'],
      ['takes', takes],
      ['section', section],
      ['command', `--assume ${id}=${sample(variants, usual)}`],
      ['scenario', `assumptions: { ${id}: ${sample(variants, usual)} }`],
    ],
  };
});
