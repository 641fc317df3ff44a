import { fromHere } from '../print/show-path.ts';
import type { Scenario } from '../language/ast.ts';
import { given } from '../language/data.ts';
import { writeToken } from '../language/replay-token.ts';
import { failFrom, readFailOn } from '../rules/rule-choice.ts';
import { groupBy } from '../rules/history/selectors.ts';
import type { Client } from '../simulation/client-env.ts';
import type { RunScenarioOptions } from '../play/run-scenario.ts';
import type { Config, FoundConfig } from './config.ts';
import { readReturns } from '../simulation/returns.ts';
import { chooseClient, loadClient } from './load-client.ts';
import { readAssumptions, readProfile, readRules, readSeed } from './options.ts';
import { describeReplay } from './replay-line.ts';
import type { RunArguments } from './run-arguments.ts';

/** One scenario, as it is played, with all that it is run with. */
export interface PreparedRun {
  readonly scenario: Scenario;
  readonly client: Client;
  /** The file that it is loaded from. */
  readonly module: string;
  readonly options: RunScenarioOptions;
  /** The command that runs it again with this seed. */
  readonly replay: (seed: number) => string;
}

type Choices = Pick<
  RunArguments,
  'token' | 'client' | 'seed' | 'profile' | 'assume' | 'returns' | 'rules' | 'failOn' | 'example'
>;
type Typed = Pick<Config, 'seed' | 'profile' | 'returns' | 'rules' | 'failOn' | 'assumptions'>;

/**
 * Gives each scenario its client and its options: those of the command line, or else its own, or else those of the
 * configuration. Throws Misuse CLIENT_INVALID, BAD_OPTION.
 *
 * @param all those that they were chosen from
 */
export const prepareRuns = async (
  scenarios: readonly Scenario[],
  all: readonly Scenario[],
  choices: Choices,
  config: FoundConfig | undefined,
): Promise<readonly PreparedRun[]> => {
  const typed = readChoices(choices);
  const isAlone = findSingles(all, ({ source }) => fromHere(source));
  const isNamedAlone = findSingles(all, ({ source, name }) => JSON.stringify([fromHere(source), name]));
  const usual = config?.client === undefined ? undefined : { file: config.client, namedBy: config.file };
  const parts: PreparedRun[] = [];
  for (const written of scenarios) {
    const scenario = decide(written, typed, config);
    const seed = typed.seed ?? scenario.seed ?? config?.seed;
    const choice = chooseClient(scenario, choices.client, usual);
    const isNamesake = choices.token === undefined && !isNamedAlone(scenario);
    parts.push({
      scenario,
      client: await loadClient(choice),
      module: choice.file,
      // Its place among all, so that its texts are the same with whatever share of them it is run.
      options: given({
        seed,
        returns: typed.returns ?? config?.returns,
        rules: scenario.expect.rules,
        example: choices.example,
        instance: `scenario ${1 + all.indexOf(written)}`,
      }),
      replay: (used) =>
        describeReplay({
          ...choices,
          // No name tells it from its namesake.
          ...(isNamesake && { token: writeToken({ scenario, seed: used }) }),
          scenario: scenario.source,
          // What was typed picked several, and is not needed where the file has no other.
          only: choices.token === undefined && !isNamesake && !isAlone(scenario) ? scenario.name : undefined,
          client: choice.file,
          seed: used,
        }),
    });
  }
  return parts;
};

/** What was typed, read. Throws Misuse BAD_OPTION. */
export const readChoices = ({ seed, profile, returns, rules, failOn, assume = [] }: Choices): Typed => ({
  ...(seed !== undefined && { seed: readSeed(seed) }),
  ...(profile !== undefined && { profile: readProfile(profile) }),
  ...(returns !== undefined && { returns: readReturns(returns, '--returns') }),
  ...(rules !== undefined && { rules: readRules(rules) }),
  ...(failOn !== undefined && { failOn: readFailOn(failOn, '--fail-on') }),
  assumptions: readAssumptions(assume),
});

/** The scenario with all that others decide about it, as it is played: so a token of it can be played anywhere. */
export const decide = (scenario: Scenario, typed: Typed, config: FoundConfig | undefined): Scenario => {
  const profile = typed.profile ?? scenario.profile ?? config?.profile;
  const failOn = typed.failOn ?? config?.failOn;
  const rules = failFrom(failOn, typed.rules ?? scenario.expect.rules ?? config?.rules);
  return {
    ...scenario,
    ...(profile !== undefined && { profile }),
    assumptions: { ...config?.assumptions, ...scenario.assumptions, ...typed.assumptions },
    expect: { ...scenario.expect, ...(rules !== undefined && { rules }) },
  };
};

/** Tells scenarios of which no other has the same key. */
const findSingles = (scenarios: readonly Scenario[], key: (scenario: Scenario) => string) => {
  const all = groupBy(scenarios, key);
  return (scenario: Scenario): boolean => all.get(key(scenario))?.length === 1;
};
