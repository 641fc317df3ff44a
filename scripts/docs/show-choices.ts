import type { Assumptions } from '../../src/spec/assumptions.ts';

/** Assumptions that are set, as inline code. */
export const showChoices = (choices: Partial<Assumptions>): string =>
  Object.entries(choices)
    .map(([id, value]) => `\`${id}: ${typeof value === 'string' ? value : JSON.stringify(value)}\``)
    .join(', ');
