import type { Scenario } from '../language/ast.ts';
import { requireOptions } from '../language/problem.ts';
import { show } from '../language/show.ts';
import { Misuse, refuse } from '../misuse.ts';
import { nearest } from '../nearest.ts';

/* What those functions are given that take a client, checked before anything is run. `call` is the name of the function. */

export const requireClient = (client: unknown, call: string): void => {
  if (typeof client === 'function') return;
  throw new Misuse('CLIENT_INVALID', call, 'the client is no function', 'give it an async function of one argument');
};

/** Throws Misuse BAD_OPTION for what is no option, which would be left aside without a word. */
export const requireKnown = (options: object, known: readonly string[], call: string): void => {
  requireOptions(options, call);
  const stranger = Object.keys(options).find((name) => !known.includes(name));
  if (stranger === undefined) return;
  const meant = nearest(stranger, known);
  const hint = `known: ${known.join(', ')}`;
  throw refuse(call, `"${stranger}" is no option`, meant === undefined ? hint : `did you mean "${meant}"? ${hint}`);
};

export const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'object' &&
  value !== null &&
  ['version', 'name', 'steps', 'customers', 'expect'].every((field) => field in value);

export const requireScenario = (scenario: unknown, call: string): void => {
  if (isScenario(scenario)) return;
  throw refuse(call, `${show(scenario)} is no scenario`, 'give it what scenario(…).build() or loadScenarios makes');
};
