import type { Mark } from '../../picture/mark.ts';
import type { PageBroken } from '../data.ts';

export const marksOf = (broken: readonly PageBroken[]): readonly Mark[] =>
  broken
    .flatMap(({ rule, name, evidence }) =>
      evidence.map(({ at, exchange, what }) => ({
        label: rule,
        tells: `${name}: ${what}`,
        at,
        ...(exchange !== undefined && { exchange }),
      })),
    )
    .sort((one, other) => one.at - other.at);
