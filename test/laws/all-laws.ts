import { ledgerLaws } from './ledger-laws.ts';
import { leverLaws } from './lever-laws.ts';
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
  ...leverLaws,
  ...tokenLaws,
  ...queryLaws,
  ...limitLaws,
  ...ledgerLaws,
};

export type LawName = keyof typeof laws;
