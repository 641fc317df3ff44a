import type { Scenario } from '../../language/ast.ts';

/** What a question comes to. Nothing where nothing could be told. */
export type Answer = { readonly matters: string } | { readonly indifferent: string } | undefined;

/** Whether the client does the same wrong in a variation; undefined where it comes to nothing, or is not run. */
export type Try = (scenario: Scenario) => Promise<boolean | undefined>;

export type Question = (breaks: Try) => Promise<Answer>;

/** The scenario with another step in a place. */
export const withStep = (scenario: Scenario, index: number, step: Scenario['steps'][number]): Scenario => ({
  ...scenario,
  steps: scenario.steps.map((other, place) => (place === index ? step : other)),
});

/** `a`, `a and b`, `a, b and c`. */
export const listTexts = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
