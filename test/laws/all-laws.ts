import { assumptionLaws } from './assumption-laws.ts';
import { actionLaws } from './action-laws.ts';
import { limitLaws } from './limit-laws.ts';
import { neighbourLaws } from './neighbour-laws.ts';
import { queryLaws } from './query-laws.ts';
import { refusalLaws } from './refusal-laws.ts';
import { samenessLaws } from './sameness-laws.ts';
import { tokenLaws } from './token-laws.ts';

export const laws = {
  ...samenessLaws,
  ...neighbourLaws,
  ...refusalLaws,
  ...actionLaws,
  ...tokenLaws,
  ...queryLaws,
  ...limitLaws,
  ...assumptionLaws,
};

export type LawName = keyof typeof laws;
