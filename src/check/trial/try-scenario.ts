import type { Scenario } from '../../language/ast.ts';
import { overrideSettings } from '../../language/settings.ts';
import { type CheckResult, playScenario } from '../../play/play-scenario.ts';
import type { RunLimits } from '../../play/run-limits.ts';
import type { RuleChoice } from '../../rules/rule-choice.ts';
import type { Client } from '../../simulation/client-env.ts';
import type { Assumptions } from '../../spec/assumptions.ts';
import type { Transport } from '../../transport/gateway.ts';
import { judgeTrial } from './judge-trial.ts';
import { modeOf } from './mode.ts';
import type { Trial } from './trial.ts';

/** How runs are made. */
export interface Trying {
  readonly client: Client;
  readonly transport: Transport;
  readonly checkResult?: CheckResult;
  /** Which rules are judged, and at which level. */
  readonly rules?: RuleChoice;
  /** Decided in every scenario in the same way. */
  readonly assumptions?: Partial<Assumptions>;
}

/** What no client needs that comes to an end, one way or the other. */
const limits: RunLimits = { requests: 3000, within: '5d', real: 20_000 };

/** Runs a client through a scenario, and tells what it did wrong. Rejects with Misuse when the scenario cannot be played. */
export const tryScenario = async (given: Scenario, { client, assumptions, ...options }: Trying): Promise<Trial> => {
  const scenario = assumptions === undefined ? given : overrideSettings(given, { assumptions });
  const played = await playScenario(scenario, client, { ...options, limits });
  const { outcome, trace, elapsed, unfired } = played;
  return { scenario, ...judgeTrial(modeOf(scenario), played), outcome, trace, elapsed, unfired };
};
