import { type CheckOptions, readOptions } from '../../check/options.ts';
import { runTrial } from '../../check/trial/run-trial.ts';
import type { Trial } from '../../check/trial/trial.ts';
import { withTransport } from '../../check/trial/with-transport.ts';
import type { Scenario } from '../../language/ast.ts';
import { readToken } from '../../language/replay-token.ts';
import type { Client } from '../../simulation/client-env.ts';

/** How a run of a search is played once more, for those who want to see it. */
export type AgainOptions = Pick<CheckOptions, 'transport' | 'returns' | 'rules' | 'failOn' | 'assumptions'>;

/** A scenario, and the token that it came from, if it did. */
export interface Played {
  readonly trial: Trial;
  /** Real milliseconds. */
  readonly real: number;
}

/** Plays scenarios to a client, one after the other, as a search plays them: what never ends is stopped. */
export const playAgain = async (
  client: Client,
  wanted: readonly (Scenario | string)[],
  { transport, returns, rules, failOn, assumptions }: AgainOptions,
): Promise<readonly Played[]> => {
  const options = { transport, returns, rules, failOn, assumptions };
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return withTransport(readOptions(client, given, 'report'), async (setup) => {
    const played: Played[] = [];
    for (const one of wanted) {
      const { scenario, again } = typeof one === 'string' ? fromToken(one) : { scenario: one };
      // What a client keeps from one run to the next shows in the second.
      if (again === true) await runTrial(scenario, setup);
      const began = performance.now();
      const trial = await runTrial(scenario, setup);
      played.push({ trial, real: performance.now() - began });
    }
    return played;
  });
};

const fromToken = (token: string): { readonly scenario: Scenario; readonly again?: true } => {
  const { scenario, seed, again } = readToken(token);
  return { scenario: { ...scenario, seed }, ...(again === true && { again }) };
};
