import { suggest } from '../nearest.ts';
import { exchangeFaultNames, serviceFaultNames } from '../spec/faults.ts';
import { refusalNames } from '../spec/refusals.ts';

/** What can go wrong stands in three tables, each with a verb of its own: people look in one for what another has. */
const tables: readonly { readonly verb: string; readonly is: string; readonly names: readonly string[] }[] = [
  { verb: 'fault', is: 'a fault of the network', names: exchangeFaultNames },
  { verb: 'fail', is: 'a refusal', names: refusalNames },
  { verb: 'beginFault', is: 'a fault within the service', names: serviceFaultNames },
];

/** The hint for a word that is none of those that are known; where these are such a table, and another has it, its verb. */
export const suggestVerb = (typed: unknown, known: readonly string[]): string => {
  const isOneOfThem = tables.some(({ names }) => names === known);
  const other = isOneOfThem ? tables.find(({ names }) => names.some((name) => name === typed)) : undefined;
  return other === undefined ? suggest(typed, known) : `it is ${other.is}: the verb for that is ${other.verb}`;
};
