import { type AssumptionRow, assumptionIds, assumptionRow, type Variant } from '../../spec/assumptions.ts';
import { showVariant } from '../../spec/assumptions/variant.ts';
import type { Topic } from './topic.ts';

const sayVariant = (variant: Variant, { default: usual, means }: Pick<AssumptionRow, 'default' | 'means'>): string => {
  const name = typeof variant === 'string' ? variant : showVariant(variant);
  const meaning = means[typeof variant === 'string' ? variant : variant.type];
  const isUsual = variant === usual || (typeof variant === 'object' && means[String(usual)] === undefined);
  return `${name}${isUsual ? ` (taken${variant === usual ? '' : `: ${usual}`})` : ''}${meaning === undefined ? '' : `: ${meaning}`}`;
};

/** Something else than what is taken anyway, where there is something. */
const sample = (variants: readonly Variant[], usual: string | number): string => {
  const others = variants
    .flatMap((variant): readonly unknown[] => (typeof variant === 'string' ? [variant] : variant.samples))
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  return others.find((one) => one !== String(usual)) ?? String(usual);
};

export const assumptionTopics: readonly Topic[] = assumptionIds.map((id) => {
  const { question, default: usual, variants, section, class: kind, means, takes } = assumptionRow(id);
  return {
    kind: 'assumptions',
    name: id,
    aliases: [],
    what: `${question} Taken: ${usual}.`,
    facts: [
      ['question', question],
      ...variants.map((variant) => ['choice', sayVariant(variant, { default: usual, means })] as const),
      ['matters', kind === 'wire' ? 'a client has to be told which' : 'a robust client copes with each of them'],
      ...(takes === undefined ? [] : [['takes', takes] as const]),
      ['section', section],
      ['command', `--assume ${id}=${sample(variants, usual)}`],
      ['scenario', `assumptions: { ${id}: ${sample(variants, usual)} }`],
    ],
  };
});
