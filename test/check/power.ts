import { checkClient } from '../../src/check/check-client.ts';
import { CheckFailed } from '../../src/check/check-failed.ts';
import { describeStep } from '../../src/language/describe-step.ts';
import type { Client } from '../../src/simulation/client-env.ts';

/** How a check finds out wrong clients, and how docs/power.md tells of it. */

/** Those that do not send all by the global `fetch`. */
const bySockets = new Set(['neverTimesOut']);

export const optionsFor = (name: string) =>
  ({ transport: bySockets.has(name) ? 'sockets' : 'fetch', rules: 'all', runs: 1000 }) as const;

/** What breaks a client, as a counterexample that is shrunk; undefined when nothing did. */
export const findOut = async (name: string, client: Client): Promise<CheckFailed | undefined> => {
  try {
    await checkClient(client, optionsFor(name));
    return undefined;
  } catch (error) {
    if (error instanceof CheckFailed) return error;
    throw error;
  }
};

/** `showsTokenToLinks` as words. */
const asWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A line of the table of docs/power.md. */
export const tellFound = (name: string, { symptom, scenario }: CheckFailed): string => {
  const steps = scenario.steps.map(describeStep).join('; ');
  const by = symptom.key === symptom.name ? symptom.name : `${symptom.key} ${symptom.name}`;
  return `| ${asWords(name)} | ${by} | ${steps || 'none needed'} |`;
};
